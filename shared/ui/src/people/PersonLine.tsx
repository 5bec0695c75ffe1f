// Somebody in a list of people and requests: face, name, and what there is to say.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from './Avatar.tsx';
import styles from './PersonLine.module.css';

interface PersonLineProps {
  to: string;
  identifier: string;
  name: string;
  avatar?: string | undefined;
  /** When that person asked, and how that is written. */
  requestTime?: { at: number; label: string };
  /** In that person's own words. */
  message?: string;
  /** 'row' lights up under the pointer; 'text' underlines the name. */
  variant?: 'row' | 'text';
  /** Below the words. */
  children?: ReactNode;
}

/** A link that takes the remaining space. */
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
