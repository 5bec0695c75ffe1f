// The arrow that leads one level up.
import { Link } from 'react-router-dom';
import { BackIcon } from '../icons/icons.tsx';
import styles from './BackLink.module.css';

interface BackLinkProps {
  to: string;
  /** Where it leads, in words. */
  label: string;
}

/** A link drawn as an arrow. */
export const BackLink = ({ to, label }: BackLinkProps) => (
  <Link className={styles.back} to={to} aria-label={label}>
    <BackIcon />
  </Link>
);
