// What an address shows that leads nowhere.
import { paths } from '@amber/client/paths';
import { CompassIcon } from '@amber/ui/icons';
import { EmptyState } from '@amber/ui/EmptyState';
import { Link } from 'react-router-dom';
import { Main } from './Main.tsx';
import { strings } from './strings.ts';
import styles from './NotFound.module.css';

const words = strings.notFound;

/** The not-found screen, with the way home. */
export const NotFound = () => (
  <Main className={styles.page}>
    <EmptyState
      Icon={CompassIcon} Title="h1" title={words.title} text={words.text}
      action={<Link className={styles.home} to={paths.home()}>{words.home}</Link>}
    />
  </Main>
);
