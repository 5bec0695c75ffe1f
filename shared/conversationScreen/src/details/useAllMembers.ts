// Pagination of a group's members, merged with the members that this device knows.
import type { MemberRow } from '@amber/client/rows';
import { engine } from '@amber/client/engine';
import { usePaginatedQuery } from '@amber/client/usePaginatedQuery';
import type { Fault } from '@amber/proto/faults';
import { useState } from 'react';
import { useConnected } from '../kit/useConnected.ts';
import { useDebounced } from '../kit/useDebounced.ts';
import type { GroupMembers } from '../people/useMembers.ts';

interface AllMembersState {
  status: 'loading' | 'ready' | 'error';
  rows: readonly MemberRow[];
  /** The fault of the first or the next page; null if the reason is only a lost connection. */
  fault: Fault | null;
  /** Whether there is no connection, so that the list shows only the members that this device knows. */
  isOffline: boolean;
  /** The pagination cursor; it changes with every page and is empty at the end. */
  next: string;
  /** Whether the last page was empty although it is not the end. */
  isStuck: boolean;
  /** Loads the next page, or the first one again if it has failed. */
  loadMore(): void;
}

const idOf = ({ identifier }: MemberRow) => identifier;
const matchesName =
  (word: string) =>
  ({ remarkName, groupNickname, lastName }: MemberRow) =>
    [remarkName, groupNickname, lastName].some((name) => name.toLocaleLowerCase().includes(word.toLocaleLowerCase()));

/** Returns all members, or those whose names contain the debounced search text. */
export function useAllMembers(
  conversationId: string,
  typed: string,
  { known, members }: GroupMembers,
): AllMembersState {
  const word = useDebounced(typed.trim());
  const [found, loadMore, again] = usePaginatedQuery<MemberRow, { word: string }>(
    async (after) => {
      const page = await engine.members({ conversationId, word, after });
      return { list: page.members, next: page.next, word };
    },
    idOf,
    [conversationId, word],
  );
  // The number of rows at the last request. If a page adds none, the next one is not requested automatically.
  const [lastRequest, setLastRequest] = useState({ word: '', count: -1 });
  const fault = found.status === 'error' || found.status === 'ready' ? found.fault : null;

  useConnected(() => {
    if (found.status === 'error') again();
    else if (fault) loadMore();
  });

  const isOffline = fault?.kind === 'network';
  if (found.status !== 'ready')
    return {
      status: found.status,
      rows: isOffline ? members.filter(matchesName(word)) : [],
      fault: isOffline ? null : fault,
      isOffline,
      next: '',
      isStuck: false,
      loadMore: again,
    };
  const knownById = new Map(known.map((row) => [row.identifier, row]));
  const pageRows = found.rows.map((row) => knownById.get(row.identifier) ?? row).filter(({ left }) => !left);
  const shown = new Set(pageRows.map(idOf));
  // New members who have joined since, added once the last page is loaded.
  const newcomers =
    found.next === '' && found.first.word === '' ? members.filter(({ identifier }) => !shown.has(identifier)) : [];
  const progress = { word: found.first.word, count: found.rows.length };
  const next = isOffline ? '' : found.next;
  return {
    status: 'ready',
    rows: [...pageRows, ...newcomers],
    fault: isOffline ? null : fault,
    isOffline,
    next,
    isStuck: next !== '' && lastRequest.word === progress.word && lastRequest.count === progress.count,
    loadMore() {
      setLastRequest(progress);
      loadMore();
    },
  };
}
