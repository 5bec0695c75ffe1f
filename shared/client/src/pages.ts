// A list that comes in pages, for a screen: what has come, whether there is more, and how to go on.
import { Fault } from '@amber/proto/faults';
import { useRef, useState } from 'react';
import { useAsk } from './ask.ts';

/** A page, and where the next one begins; empty at the end of the list. */
export interface PageOf<Row> {
  rows: readonly Row[];
  next: string;
}

export type Pages<Row, More = object> =
  | { status: 'loading' }
  | { status: 'error'; fault: Fault }
  | {
      status: 'ready';
      /** The first page, as it was answered. */
      first: PageOf<Row> & More;
      /** Of all pages: each once, in the order they came. */
      rows: readonly Row[];
      more: boolean;
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
export function usePages<Row, More = object>(
  ask: (after: string) => Promise<PageOf<Row> & More>,
  idOf: (row: Row) => string,
  deps: readonly unknown[],
): [Pages<Row, More>, () => void, () => void] {
  // With its question: what comes later must be the answer to the same.
  const [first, again] = useAsk(async () => ({ page: await ask(''), ask }), deps);
  const [later, setLater] = useState<(PageOf<Row> & { of: object; fault: Fault | null }) | null>(null);
  const asking = useRef<object | null>(null);
  if (first.status !== 'ready') return [first, () => undefined, again];

  const of = first.answer;
  const { rows, next, fault } = later?.of === of ? later : { rows: [], next: of.page.next, fault: null };
  const loadMore = () => {
    if (asking.current === of || next === '') return;
    asking.current = of;
    setLater({ of, rows, next, fault: null });
    of.ask(next)
      .then(
        (page) =>
          setLater((now) =>
            now?.of === of ? { of, rows: [...now.rows, ...page.rows], next: page.next, fault: null } : now,
          ),
        (thrown: unknown) => setLater((now) => (now?.of === of ? { ...now, fault: Fault.of(thrown) } : now)),
      )
      .finally(() => {
        if (asking.current === of) asking.current = null;
      });
  };
  const all = new Map([...of.page.rows, ...rows].map((row) => [idOf(row), row]));
  return [
    { status: 'ready', first: of.page, rows: [...all.values()], more: next !== '', fault, next },
    loadMore,
    again,
  ];
}
