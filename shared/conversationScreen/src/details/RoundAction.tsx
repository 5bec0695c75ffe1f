// One of the most frequent actions of a panel: a round button, or a link, with its label below.
import type { ButtonHTMLAttributes, ComponentType } from 'react';
import { Link } from 'react-router-dom';
import styles from './RoundAction.module.css';

interface RoundActionProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  Icon: ComponentType;
  /** A path makes it a link. */
  to?: string;
}

export function RoundAction({ label, Icon, to, ...button }: RoundActionProps) {
  const content = (
    <>
      <span className={styles.disc}>
        <Icon />
      </span>
      {label}
    </>
  );
  return to === undefined ? (
    <button type="button" {...button} className={styles.action}>
      {content}
    </button>
  ) : (
    <Link className={styles.action} to={to}>
      {content}
    </Link>
  );
}
