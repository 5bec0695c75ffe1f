// The sections of Discover: my spaces and others, or search results.
import type { Space } from '@amber/proto';
import { words as strings } from '../words/gen/channels.ts';

const words = strings.discover;

export interface DiscoverSection {
  title: string;
  spaces: readonly Space[];
  /** Shown when the section is empty. */
  note?: string;
}

/** The spaces loaded so far. */
interface LoadedSpaces {
  rows: readonly Space[];
  hasMore: boolean;
  first: { isSearch: boolean };
}

const latestFirst = (a: Space, b: Space) => b.sortTime - a.sortTime;

/** Returns the sections from top to bottom. */
export function discoverSections(
  { rows, hasMore, first: { isSearch } }: LoadedSpaces,
  mine: readonly Space[],
): DiscoverSection[] {
  if (isSearch) return [{ title: words.found, spaces: rows }];
  const others = rows.filter(({ isMember }) => !isMember);
  return [
    ...(mine.length > 0 ? [{ title: words.mine, spaces: mine.toSorted(latestFirst) }] : []),
    { title: words.more, spaces: others, ...(others.length === 0 && !hasMore && { note: words.noMore }) },
  ];
}
