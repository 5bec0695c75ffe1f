// The page for unknown addresses.
import { CompassIcon } from '@amber/ui/icons';
import { EmptyState } from '@amber/ui/EmptyState';
import { HomeLink } from './HomeLink.tsx';
import { Main } from '../kit/Main.tsx';
import { words } from '../words/gen/notFound.ts';
import { useTitle } from './pageTitle.ts';
import styles from './NotFound.module.css';

/** The not-found screen, with a link home. */
export function NotFound() {
  useTitle(words.title);
  return (
    <Main className={styles.page}>
      <EmptyState Icon={CompassIcon} Title="h1" title={words.title} text={words.text} action={<HomeLink />} />
    </Main>
  );
}
