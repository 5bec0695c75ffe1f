// Finding spaces: mine first, then those there are.
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import { EmptyState } from '@amber/ui/EmptyState';
import { CompassIcon } from '@amber/ui/icons';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { SearchField } from '@amber/ui/SearchField';
import { Skeleton } from '@amber/ui/Skeleton';
import { useState } from 'react';

import { type Shelf, shelvesOf } from './shelvesOf.ts';
import { SpaceCard } from './SpaceCard.tsx';
import { strings } from './strings.ts';
import { useSettled } from './useSettled.ts';
import styles from './Discover.module.css';

/** The page at /channels/recommend. */
export function Discover() {
  const [typed, setTyped] = useState('');
  const namePart = useSettled(typed.trim());
  const [asked, askAgain] = useAsk(() => shelvesOf(api, namePart), [namePart]);
  return (
    <Page title={strings.discover} lead={strings.lead} width="cards">
      <div role="search" className={styles.search}>
        <SearchField label={strings.find} clearLabel={strings.clear} value={typed} onChange={setTyped} />
      </div>
      {asked.status === 'loading' && <Skeleton rows={5} />}
      {asked.status === 'error' && <Notice sentence={asked.fault.message} code={asked.fault.code} onRetry={askAgain} />}
      {asked.status === 'ready' && (asked.answer.length === 0
        ? <EmptyState Icon={CompassIcon} title={strings.none} text={strings.noneHint} />
        : asked.answer.map((shelf) => <ShelfOfSpaces key={shelf.title} {...shelf} />))}
    </Page>
  );
}

function ShelfOfSpaces({ title, spaces, note }: Shelf) {
  return (
    <section className={styles.shelf} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {note && <p className={styles.note}>{note}</p>}
      {spaces.length > 0 && <ul className={styles.cards}>{spaces.map((space) => <li key={space.spaceId}><SpaceCard space={space} /></li>)}</ul>}
    </section>
  );
}
