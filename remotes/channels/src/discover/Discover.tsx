// Search and browse spaces, the user's own first.
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import { usePages } from '@amber/client/pages';
import { paths } from '@amber/client/paths';
import { sentenceOf } from '@amber/client/sentenceOf';
import type { Space } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { Chips } from '@amber/ui/Chips';
import { EmptyState } from '@amber/ui/EmptyState';
import { AddIcon, CompassIcon } from '@amber/ui/icons';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { PageEnd } from '@amber/ui/PageEnd';
import { SearchField } from '@amber/ui/SearchField';
import { Skeleton } from '@amber/ui/Skeleton';
import { useEffect, useState } from 'react';
import { namedClassification } from '../offered.ts';
import { type Shelf, shelvesOf } from './shelvesOf.ts';
import { SpaceCard } from './SpaceCard.tsx';
import { words as strings } from '../words/gen/channels.ts';
import styles from './Discover.module.css';

const words = strings.discover;

const typingPause = 250;

const idOf = ({ spaceId }: Space) => spaceId;

/** The value, debounced. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The page at /channels/recommend. */
export function Discover() {
  const [typed, setTyped] = useState('');
  const [about, setAbout] = useState('');
  const namePart = useSettled(typed.trim());
  const [classes] = useAsk(
    async () => (await api.groupChat.querySpaceClassification({})).list.map(namedClassification),
    [],
  );
  const [mine, askMineAgain] = useAsk(
    async () =>
      (await api.groupChat.querySpace({ page: limits.spacesPage, pageSize: limits.spacesPageSize })).spaceInfo,
    [],
  );
  const [found, loadMore, askAgain] = usePages(
    async (after) => {
      const { spaceInfo, next } = await api.groupChat.querySpaceByNamePart({
        namePart,
        spaceClassification: about,
        after,
      });
      return { rows: spaceInfo, next, isSearch: namePart !== '' || about !== '' };
    },
    idOf,
    [namePart, about],
  );
  const failed = [mine, found].find((asked) => asked.status === 'error');
  const inUse = classes.status === 'ready' ? classes.answer.filter(({ spaceCount }) => spaceCount > 0) : [];
  const create = (
    <ButtonLink look="primary" to={paths.createSpace()}>
      <AddIcon />
      {words.create}
    </ButtonLink>
  );
  return (
    <Page title={words.title} lead={words.lead} width="cards" actions={<span className={styles.create}>{create}</span>}>
      <div className={styles.filters}>
        <div role="search" className={styles.search}>
          <SearchField label={words.find} clearLabel={words.clear} value={typed} onChange={setTyped} />
        </div>
        {inUse.length > 0 && (
          <Chips
            label={words.about}
            value={about}
            onChange={setAbout}
            choices={[
              { value: '', label: words.all },
              ...inUse.map(({ spaceClassification, name }) => ({ value: spaceClassification, label: name })),
            ]}
          />
        )}
      </div>
      {!failed && (mine.status === 'loading' || found.status === 'loading') && <Skeleton rows={5} />}
      {failed && (
        <Notice
          sentence={sentenceOf(failed.fault)}
          code={failed.fault.code}
          onRetry={mine.status === 'error' ? askMineAgain : askAgain}
        />
      )}
      {mine.status === 'ready' && found.status === 'ready' && (
        <>
          {found.rows.length === 0 && found.first.isSearch ? (
            <EmptyState Icon={CompassIcon} title={words.none} text={words.noneHint} />
          ) : (
            shelvesOf(found, mine.answer).map((shelf) => <ShelfOfSpaces key={shelf.title} {...shelf} />)
          )}
          {found.fault && <Notice sentence={sentenceOf(found.fault)} code={found.fault.code} onRetry={loadMore} />}
          {found.more && !found.fault && <PageEnd key={found.next} onReached={loadMore} />}
        </>
      )}
    </Page>
  );
}

function ShelfOfSpaces({ title, spaces, note }: Shelf) {
  return (
    <section className={styles.shelf} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {note && <p className={styles.note}>{note}</p>}
      {spaces.length > 0 && (
        <ul className={styles.cards}>
          {spaces.map((space) => (
            <li key={space.spaceId}>
              <SpaceCard space={space} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
