// A list on the landing page, with its loading, empty and error states.
import type { Asked } from '@amber/client/ask';
import { sentenceOf } from '@amber/client/sentenceOf';
import { Notice } from '@amber/ui/Notice';
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
  asked: Asked<Item[]>;
  refetch(): void;
  children(item: Item): ReactNode;
}

/** A section named by its title; each item is a list item. */
export function LandingList<Item>({ id, title, lead, none, asked, refetch, children }: LandingListProps<Item>) {
  return (
    <section className={page.section} id={id} aria-labelledby={`${id}-title`}>
      <h2 className={page.title} id={`${id}-title`}>
        {title}
      </h2>
      <p className={page.lead}>{lead}</p>
      {asked.status === 'loading' && (
        <div className={styles.coming}>
          <Skeleton rows={2} />
        </div>
      )}
      {asked.status === 'error' && (
        <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={refetch} />
      )}
      {asked.status === 'ready' &&
        (asked.answer.length === 0 ? (
          <p className={styles.none}>{none}</p>
        ) : (
          <ul className={styles.cards}>{asked.answer.map(children)}</ul>
        ))}
    </section>
  );
}
