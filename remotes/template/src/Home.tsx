// The first screen: one call, with its loading, empty and error states.
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import { useSession } from '@amber/client/session';
import { sentenceOf } from '@amber/client/sentenceOf';
import { EmptyState } from '@amber/ui/EmptyState';
import { SpacesIcon } from '@amber/ui/moreIcons';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { spaceNames } from './spaceNames.ts';
import { words } from './words/gen/template.ts';
import styles from './Home.module.css';

/** The page at /template. */
export function Home() {
  const session = useSession();
  const [asked, askAgain] = useAsk(() => spaceNames(api), []);
  return (
    <Page title={words.title} lead={session?.lastName ? words.lead({ name: session.lastName }) : words.leadNobody}>
      {asked.status === 'loading' && <Skeleton rows={3} look="lines" />}
      {asked.status === 'error' && (
        <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={askAgain} />
      )}
      {asked.status === 'ready' &&
        (asked.answer.length === 0 ? (
          <EmptyState Icon={SpacesIcon} title={words.none} text={words.noneHint} />
        ) : (
          <section className={styles.card} aria-label={words.found}>
            <h2 className={styles.title}>{words.found}</h2>
            <ul>
              {asked.answer.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </section>
        ))}
    </Page>
  );
}
