// The first screen: one call with its loading, empty and error states.
import { useQuery } from '@amber/client/useQuery';
import { api } from '@amber/client/engine';
import { useSession } from '@amber/client/session';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { EmptyState } from '@amber/ui/EmptyState';
import { SpacesIcon } from '@amber/ui/moreIcons';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { spaceNames } from './spaceNames.ts';
import { words } from './words/gen/template.ts';
import styles from './Home.module.css';

/** The page at /template. */
export function Home() {
  const session = useSession();
  const [request, refetch] = useQuery(() => spaceNames(api), []);
  return (
    <Page title={words.title} lead={session?.lastName ? words.lead({ name: session.lastName }) : words.leadNobody}>
      {request.status === 'loading' && <Skeleton rows={3} variant="lines" />}
      {request.status === 'error' && (
        <ErrorNotice message={getErrorMessage(request.fault)} code={request.fault.code} onRetry={refetch} />
      )}
      {request.status === 'ready' &&
        (request.answer.length === 0 ? (
          <EmptyState Icon={SpacesIcon} title={words.none} text={words.noneHint} />
        ) : (
          <section className={styles.card} aria-label={words.found}>
            <h2 className={styles.title}>{words.found}</h2>
            <ul>
              {request.answer.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </section>
        ))}
    </Page>
  );
}
