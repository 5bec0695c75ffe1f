// A person in a list of people or requests: picture, name and details.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from './Avatar.tsx';
import styles from './PersonLine.module.css';

interface PersonLineProps {
  to: string;
  identifier: string;
  name: string;
  avatar?: string | undefined;
  /** When the request was made, and the formatted time. */
  requestTime?: { at: number; label: string };
  /** The text that the person has written. */
  message?: string;
  /** 'row' is highlighted on hover; 'text' underlines the name. */
  variant?: 'row' | 'text';
  /** Content below the texts. */
  children?: ReactNode;
}

/** Renders a link that takes the remaining space. */
export function PersonLine({
  to,
  identifier,
  name,
  avatar,
  requestTime,
  message,
  variant = 'row',
  children,
}: PersonLineProps) {
  return (
    <Link className={styles.person} data-look={variant} to={to}>
      <Avatar identifier={identifier} name={name} src={avatar} size={40} />
      <span className={styles.text}>
        <span className={styles.line}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          {requestTime && (
            <time className={styles.time} dateTime={new Date(requestTime.at).toISOString()}>
              {requestTime.label}
            </time>
          )}
        </span>
        {message && <span className={styles.message}>{message}</span>}
        {children}
      </span>
    </Link>
  );
}
