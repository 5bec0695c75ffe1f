// What this feature asks of the gateway. It takes the calls, so that a test passes its own.
import type { Api } from '@amber/proto';

/** The names of the public spaces, in the order of the alphabet. */
export async function spaceNames({ groupChat }: Pick<Api, 'groupChat'>): Promise<string[]> {
  const { spaceInfo } = await groupChat.querySpaceByNamePart({ namePart: '' });
  return spaceInfo.map(({ spaceName }) => spaceName).sort();
}
