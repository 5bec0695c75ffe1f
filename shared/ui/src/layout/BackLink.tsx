// The arrow that leads one level up.
import { Link } from 'react-router-dom';
import { BackIcon } from '../icons/icons.tsx';
import styles from './BackLink.module.css';

interface BackLinkProps {
  to: string;
  /** The accessible name, which says where the link leads. */
  label: string;
}

/** Renders a link with only an arrow. */
export const BackLink = ({ to, label }: BackLinkProps) => (
  <Link className={styles.back} to={to} aria-label={label}>
    <BackIcon />
  </Link>
);
