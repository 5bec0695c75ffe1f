// Search and browse spaces, the user's own first.
import { useQuery } from '@amber/client/useQuery';
import { api } from '@amber/client/engine';
import { usePaginatedQuery } from '@amber/client/usePaginatedQuery';
import { paths } from '@amber/client/paths';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import type { Space } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { Chips } from '@amber/ui/Chips';
import { EmptyState } from '@amber/ui/EmptyState';
import { AddIcon, CompassIcon } from '@amber/ui/icons';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { Page } from '@amber/ui/Page';
import { LoadMore } from '@amber/ui/LoadMore';
import { SearchField } from '@amber/ui/SearchField';
import { Skeleton } from '@amber/ui/Skeleton';
import { useEffect, useState } from 'react';
import { localizeClassification } from '../localizeTemplates.ts';
import { type DiscoverSection, discoverSections } from './discoverSections.ts';
import { SpaceCard } from './SpaceCard.tsx';
import { words as strings } from '../words/gen/channels.ts';
import styles from './Discover.module.css';

const words = strings.discover;

const debounceMs = 250;

const idOf = ({ spaceId }: Space) => spaceId;

/** Returns the value, debounced. */
function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

/** The page at /channels/recommend. */
export function Discover() {
  const [typed, setTyped] = useState('');
  const [classification, setClassification] = useState('');
  const namePart = useDebounced(typed.trim());
  const [classes] = useQuery(
    async () => (await api.groupChat.querySpaceClassification({})).list.map(localizeClassification),
    [],
  );
  const [mine, refetchMine] = useQuery(
    async () =>
      (await api.groupChat.querySpace({ page: limits.spacesPage, pageSize: limits.spacesPageSize })).spaceInfo,
    [],
  );
  const [found, loadMore, refetch] = usePaginatedQuery(
    async (after) => {
      const { spaceInfo, next } = await api.groupChat.querySpaceByNamePart({
        namePart,
        spaceClassification: classification,
        after,
      });
      return { rows: spaceInfo, next, isSearch: namePart !== '' || classification !== '' };
    },
    idOf,
    [namePart, classification],
  );
  const failed = [mine, found].find((request) => request.status === 'error');
  const inUse = classes.status === 'ready' ? classes.answer.filter(({ spaceCount }) => spaceCount > 0) : [];
  const create = (
    <ButtonLink variant="primary" to={paths.createSpace()}>
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
            value={classification}
            onChange={setClassification}
            choices={[
              { value: '', label: words.all },
              ...inUse.map(({ spaceClassification, name }) => ({ value: spaceClassification, label: name })),
            ]}
          />
        )}
      </div>
      {!failed && (mine.status === 'loading' || found.status === 'loading') && <Skeleton rows={5} />}
      {failed && (
        <ErrorNotice
          message={getErrorMessage(failed.fault)}
          code={failed.fault.code}
          onRetry={mine.status === 'error' ? refetchMine : refetch}
        />
      )}
      {mine.status === 'ready' && found.status === 'ready' && (
        <>
          {found.rows.length === 0 && found.first.isSearch ? (
            <EmptyState Icon={CompassIcon} title={words.none} text={words.noneHint} />
          ) : (
            discoverSections(found, mine.answer).map((section) => <SpaceSection key={section.title} {...section} />)
          )}
          {found.fault && (
            <ErrorNotice message={getErrorMessage(found.fault)} code={found.fault.code} onRetry={loadMore} />
          )}
          {found.hasMore && !found.fault && <LoadMore key={found.next} onLoadMore={loadMore} />}
        </>
      )}
    </Page>
  );
}

function SpaceSection({ title, spaces, note }: DiscoverSection) {
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
