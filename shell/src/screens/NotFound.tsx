// What an address shows that leads nowhere.
import { paths } from '@amber/client/paths';
import { CompassIcon } from '@amber/ui/icons';
import { EmptyState } from '@amber/ui/EmptyState';
import { Link } from 'react-router-dom';
import { strings } from './strings.ts';
import styles from './NotFound.module.css';

const words = strings.notFound;

/** The not-found screen, with the way home. */
export function NotFound() {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{words.title}</h1>
      <EmptyState Icon={CompassIcon} title={words.title} text={words.text} action={<Link className={styles.home} to={paths.home()}>{words.home}</Link>} />
    </div>
  );
}
