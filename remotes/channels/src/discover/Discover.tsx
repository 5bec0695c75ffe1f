// Search and browse spaces, the user's own first.
import { useQuery } from '@amber/client/useQuery';
import { api } from '@amber/client/engine';
import { usePaginatedQuery } from '@amber/client/usePaginatedQuery';
import { paths } from '@amber/client/paths';
import { NextPage } from '@amber/conversation-screen/NextPage';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { useDebounced } from '@amber/conversation-screen/useDebounced';
import type { Space } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { Chips } from '@amber/ui/Chips';
import { EmptyState } from '@amber/ui/EmptyState';
import { AddIcon, CompassIcon } from '@amber/ui/icons';
import { Page } from '@amber/ui/Page';
import { SearchField } from '@amber/ui/SearchField';
import { useState } from 'react';
import { localizeClassification } from '../localizeTemplates.ts';
import { type DiscoverSection, discoverSections } from './discoverSections.ts';
import { SpaceCard } from './SpaceCard.tsx';
import { words as strings } from '../words/gen/channels.ts';
import styles from './Discover.module.css';

const words = strings.discover;

const idOf = ({ spaceId }: Space) => spaceId;

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
      return { list: spaceInfo, next, isSearch: namePart !== '' || classification !== '' };
    },
    idOf,
    [namePart, classification],
  );
  // The error of one is shown without waiting for the other.
  const pending = [mine, found].find(({ status }) => status === 'error') ?? (mine.status === 'loading' ? mine : found);
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
          <SearchField label={words.find} value={typed} onChange={setTyped} />
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
      <QueryStatus request={pending} refetch={mine.status === 'error' ? refetchMine : refetch} rows={5} />
      {mine.status === 'ready' && found.status === 'ready' && (
        <>
          {found.rows.length === 0 && found.first.isSearch ? (
            <EmptyState Icon={CompassIcon} title={words.none} text={words.noneHint} />
          ) : (
            discoverSections(found, mine.answer).map((section) => <SpaceSection key={section.title} {...section} />)
          )}
          <NextPage pages={found} loadMore={loadMore} />
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
