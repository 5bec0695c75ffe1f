// This feature's calls to the gateway. The API is passed in, so that tests can replace it.
import type { Api } from '@amber/proto';

/** Returns the names of the public spaces, sorted. */
export async function spaceNames({ groupChat }: Pick<Api, 'groupChat'>): Promise<string[]> {
  const { spaceInfo } = await groupChat.querySpaceByNamePart({ namePart: '' });
  return spaceInfo.map(({ spaceName }) => spaceName).sort();
}
