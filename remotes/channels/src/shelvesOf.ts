// What Discover shows: without a search my spaces and the others, with one what was found.
import type { Api, Space } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { strings } from './strings.ts';

const words = strings.discover;

export interface Shelf {
  title: string;
  spaces: Space[];
  /** In the place of spaces, where there are none. */
  note?: string;
}

/** What is looked for; empty fields are any. */
export interface Wanted {
  namePart: string;
  spaceClassification: string;
}

const latestFirst = (a: Space, b: Space) => b.sortTime - a.sortTime;

/** The shelves from top to bottom; none when nothing was found. */
export async function shelvesOf({ groupChat }: Pick<Api, 'groupChat'>, wanted: Wanted): Promise<Shelf[]> {
  if (wanted.namePart || wanted.spaceClassification) {
    const { spaceInfo } = await groupChat.querySpaceByNamePart(wanted);
    return spaceInfo.length > 0 ? [{ title: words.found, spaces: spaceInfo }] : [];
  }
  const [mine, all] = await Promise.all([
    groupChat.querySpace({ page: limits.spacesPage, pageSize: limits.spacesPageSize }),
    groupChat.querySpaceByNamePart(wanted),
  ]);
  const others = all.spaceInfo.filter(({ isMember }) => !isMember);
  return [
    ...(mine.spaceInfo.length > 0 ? [{ title: words.mine, spaces: mine.spaceInfo.toSorted(latestFirst) }] : []),
    { title: words.more, spaces: others, ...(others.length === 0 && { note: words.noMore }) },
  ];
}
