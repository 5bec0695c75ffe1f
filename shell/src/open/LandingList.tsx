// A list on the landing page, with its loading, empty and error states.
import type { QueryState } from '@amber/client/useQuery';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { Skeleton } from '@amber/ui/Skeleton';
import type { ReactNode } from 'react';
import page from './Landing.module.css';
import styles from './LandingList.module.css';

interface LandingListProps<Item> {
  id: string;
  title: string;
  lead: string;
  /** Shown when the list is empty. */
  none: string;
  request: QueryState<Item[]>;
  refetch(): void;
  children(item: Item): ReactNode;
}

/** A section named by its title; each item is a list item. */
export function LandingList<Item>({ id, title, lead, none, request, refetch, children }: LandingListProps<Item>) {
  return (
    <section className={page.section} id={id} aria-labelledby={`${id}-title`}>
      <h2 className={page.title} id={`${id}-title`}>
        {title}
      </h2>
      <p className={page.lead}>{lead}</p>
      {request.status === 'loading' && (
        <div className={styles.coming}>
          <Skeleton rows={2} />
        </div>
      )}
      {request.status === 'error' && (
        <ErrorNotice message={getErrorMessage(request.fault)} code={request.fault.code} onRetry={refetch} />
      )}
      {request.status === 'ready' &&
        (request.answer.length === 0 ? (
          <p className={styles.none}>{none}</p>
        ) : (
          <ul className={styles.cards}>{request.answer.map(children)}</ul>
        ))}
    </section>
  );
}
