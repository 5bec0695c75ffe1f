// What Discover shows: without a search my spaces and the others, with one what was found.
import type { Space } from '@amber/proto';
import { words as strings } from '../words/gen/channels.ts';

const words = strings.discover;

export interface Shelf {
  title: string;
  spaces: readonly Space[];
  /** In the place of spaces, where there are none. */
  note?: string;
}

/** The spaces that have come so far. */
interface Found {
  rows: readonly Space[];
  more: boolean;
  first: { isSearch: boolean };
}

const latestFirst = (a: Space, b: Space) => b.sortTime - a.sortTime;

/** The shelves from top to bottom. */
export function shelvesOf({ rows, more, first: { isSearch } }: Found, mine: readonly Space[]): Shelf[] {
  if (isSearch) return [{ title: words.found, spaces: rows }];
  const others = rows.filter(({ isMember }) => !isMember);
  return [
    ...(mine.length > 0 ? [{ title: words.mine, spaces: mine.toSorted(latestFirst) }] : []),
    { title: words.more, spaces: others, ...(others.length === 0 && !more && { note: words.noMore }) },
  ];
}
