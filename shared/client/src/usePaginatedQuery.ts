// A list that comes in pages, for a screen: what has come, whether there is more, and how to go on.
import { Fault } from '@amber/proto/faults';
import { useRef, useState } from 'react';
import { useQuery } from './useQuery.ts';

/** A page, and where the next one begins; empty at the end of the list. */
export interface ListPage<Row> {
  rows: readonly Row[];
  next: string;
}

export type PaginatedState<Row, More = object> =
  | { status: 'loading' }
  | { status: 'error'; fault: Fault }
  | {
      status: 'ready';
      /** The first page, as it was answered. */
      first: ListPage<Row> & More;
      /** Of all pages: each once, in the order they came. */
      rows: readonly Row[];
      hasMore: boolean;
      /** Why the last page did not come; `loadMore` asks for it again. */
      fault: Fault | null;
      /** Changes when a page has come. */
      next: string;
    };

/**
 * Asks for the first page when the component appears and whenever one of `deps` changes, and for the next ones by
 * `loadMore`. `idOf` names a row: one that slipped from a page to the next is shown once.
 * Returns the pages, `loadMore`, and what asks for the first page again.
 */
export function usePaginatedQuery<Row, More = object>(
  fetchPage: (after: string) => Promise<ListPage<Row> & More>,
  idOf: (row: Row) => string,
  deps: readonly unknown[],
): [PaginatedState<Row, More>, () => void, () => void] {
  // With its question: what comes later must be the answer to the same.
  const [first, refetch] = useQuery(async () => ({ page: await fetchPage(''), ask: fetchPage }), deps);
  const [laterPages, setLaterPages] = useState<(ListPage<Row> & { query: object; fault: Fault | null }) | null>(null);
  const loadingQuery = useRef<object | null>(null);
  if (first.status !== 'ready') return [first, () => undefined, refetch];

  const query = first.answer;
  const { rows, next, fault } =
    laterPages?.query === query ? laterPages : { rows: [], next: query.page.next, fault: null };
  const loadMore = () => {
    if (loadingQuery.current === query || next === '') return;
    loadingQuery.current = query;
    setLaterPages({ query, rows, next, fault: null });
    query
      .ask(next)
      .then(
        (page) =>
          setLaterPages((now) =>
            now?.query === query ? { query, rows: [...now.rows, ...page.rows], next: page.next, fault: null } : now,
          ),
        (thrown: unknown) => setLaterPages((now) => (now?.query === query ? { ...now, fault: Fault.of(thrown) } : now)),
      )
      .finally(() => {
        if (loadingQuery.current === query) loadingQuery.current = null;
      });
  };
  const rowsById = new Map([...query.page.rows, ...rows].map((row) => [idOf(row), row]));
  return [
    { status: 'ready', first: query.page, rows: [...rowsById.values()], hasMore: next !== '', fault, next },
    loadMore,
    refetch,
  ];
}
