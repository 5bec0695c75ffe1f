// A hook for a paginated list: the loaded rows, whether there are more, and how to load them.
import { Fault } from '@amber/proto/faults';
import { useRef, useState } from 'react';
import { useQuery } from './useQuery.ts';

/** A page, and the cursor of the next one; empty at the end of the list. */
export interface ListPage<Row> {
  list: readonly Row[];
  next: string;
}

export type PaginatedState<Row, More = object> =
  | { status: 'loading' }
  | { status: 'error'; fault: Fault }
  | {
      status: 'ready';
      /** The first page as answered, with its additional fields. */
      first: ListPage<Row> & More;
      /** The rows of all loaded pages, deduplicated and in order of arrival. */
      rows: readonly Row[];
      hasMore: boolean;
      /** Why the last page could not be loaded; `loadMore` retries. */
      fault: Fault | null;
      /** The cursor, which changes when a page has loaded. */
      next: string;
    };

/**
 * Loads the first page when the component mounts and whenever one of `deps` changes, and later pages by `loadMore`.
 * `idOf` returns a row's id: a row that moved from one page to the next is shown once. Returns the pages, `loadMore`,
 * and a function that loads the first page again.
 */
export function usePaginatedQuery<Row, More = object>(
  fetchPage: (after: string) => Promise<ListPage<Row> & More>,
  idOf: (row: Row) => string,
  deps: readonly unknown[],
): [PaginatedState<Row, More>, () => void, () => void] {
  // The query is stored with its answer: later pages must belong to the same query.
  const [first, refetch] = useQuery(async () => ({ page: await fetchPage(''), ask: fetchPage }), deps);
  const [laterPages, setLaterPages] = useState<(ListPage<Row> & { query: object; fault: Fault | null }) | null>(null);
  const loadingQuery = useRef<object | null>(null);
  if (first.status !== 'ready') return [first, () => undefined, refetch];

  const query = first.answer;
  const { list, next, fault } =
    laterPages?.query === query ? laterPages : { list: [], next: query.page.next, fault: null };
  const loadMore = () => {
    if (loadingQuery.current === query || next === '') return;
    loadingQuery.current = query;
    setLaterPages({ query, list, next, fault: null });
    query
      .ask(next)
      .then(
        (page) =>
          setLaterPages((now) =>
            now?.query === query ? { query, list: [...now.list, ...page.list], next: page.next, fault: null } : now,
          ),
        (thrown: unknown) => setLaterPages((now) => (now?.query === query ? { ...now, fault: Fault.of(thrown) } : now)),
      )
      .finally(() => {
        if (loadingQuery.current === query) loadingQuery.current = null;
      });
  };
  const rowsById = new Map([...query.page.list, ...list].map((row) => [idOf(row), row]));
  return [
    { status: 'ready', first: query.page, rows: [...rowsById.values()], hasMore: next !== '', fault, next },
    loadMore,
    refetch,
  ];
}
