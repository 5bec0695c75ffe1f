// What Discover shows: without a search my spaces and the others, with one what was found.
import type { Api, Space } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { strings } from './strings.ts';

export interface Shelf {
  title: string;
  spaces: Space[];
  /** In the place of spaces, where there are none. */
  note?: string;
}

const latestFirst = (a: Space, b: Space) => b.sortTime - a.sortTime;

/** The shelves from top to bottom; none when nothing was found. */
export async function shelvesOf({ groupChat }: Pick<Api, 'groupChat'>, namePart: string): Promise<Shelf[]> {
  if (namePart) {
    const { spaceInfo } = await groupChat.querySpaceByNamePart({ namePart });
    return spaceInfo.length > 0 ? [{ title: strings.found, spaces: spaceInfo }] : [];
  }
  const [mine, all] = await Promise.all([
    groupChat.querySpace({ page: limits.spacesPage, pageSize: limits.spacesPageSize }),
    groupChat.querySpaceByNamePart({ namePart: '' }),
  ]);
  const others = all.spaceInfo.filter(({ isMember }) => !isMember);
  return [
    ...(mine.spaceInfo.length > 0 ? [{ title: strings.mine, spaces: mine.spaceInfo.toSorted(latestFirst) }] : []),
    { title: strings.more, spaces: others, ...(others.length === 0 && { note: strings.noMore }) },
  ];
}
