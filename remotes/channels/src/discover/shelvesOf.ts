// The sections of Discover: my spaces and others, or search results.
import type { Space } from '@amber/proto';
import { words as strings } from '../words/gen/channels.ts';

const words = strings.discover;

export interface Shelf {
  title: string;
  spaces: readonly Space[];
  /** Shown when the shelf is empty. */
  note?: string;
}

/** The spaces loaded so far. */
interface Found {
  rows: readonly Space[];
  more: boolean;
  first: { isSearch: boolean };
}

const latestFirst = (a: Space, b: Space) => b.sortTime - a.sortTime;

/** From top to bottom. */
export function shelvesOf({ rows, more, first: { isSearch } }: Found, mine: readonly Space[]): Shelf[] {
  if (isSearch) return [{ title: words.found, spaces: rows }];
  const others = rows.filter(({ isMember }) => !isMember);
  return [
    ...(mine.length > 0 ? [{ title: words.mine, spaces: mine.toSorted(latestFirst) }] : []),
    { title: words.more, spaces: others, ...(others.length === 0 && !more && { note: words.noMore }) },
  ];
}
