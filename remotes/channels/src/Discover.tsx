// Finding spaces: mine first, then those there are, by name and by what they are about.
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { Chips } from '@amber/ui/Chips';
import { EmptyState } from '@amber/ui/EmptyState';
import { AddIcon, CompassIcon } from '@amber/ui/icons';
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

const words = strings.discover;

/** The page at /channels/recommend. */
export function Discover() {
  const [typed, setTyped] = useState('');
  const [about, setAbout] = useState('');
  const namePart = useSettled(typed.trim());
  const [classes] = useAsk(async () => (await api.groupChat.querySpaceClassification({})).list, []);
  const [asked, askAgain] = useAsk(() => shelvesOf(api, { namePart, spaceClassification: about }), [namePart, about]);
  const inUse = classes.status === 'ready' ? classes.answer.filter(({ spaceCount }) => spaceCount > 0) : [];
  const create = <ButtonLink look="primary" to={paths.createSpace()}><AddIcon />{words.create}</ButtonLink>;
  return (
    <Page title={words.title} lead={words.lead} width="cards" actions={<span className={styles.create}>{create}</span>}>
      <div className={styles.filters}>
        <div role="search" className={styles.search}>
          <SearchField label={words.find} clearLabel={words.clear} value={typed} onChange={setTyped} />
        </div>
        {inUse.length > 0 && (
          <Chips
            label={words.about} value={about} onChange={setAbout}
            choices={[{ value: '', label: words.all }, ...inUse.map(({ spaceClassification, name }) => ({ value: spaceClassification, label: name }))]}
          />
        )}
      </div>
      {asked.status === 'loading' && <Skeleton rows={5} />}
      {asked.status === 'error' && <Notice sentence={asked.fault.message} code={asked.fault.code} onRetry={askAgain} />}
      {asked.status === 'ready' && (asked.answer.length === 0
        ? <EmptyState Icon={CompassIcon} title={words.none} text={words.noneHint} />
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
