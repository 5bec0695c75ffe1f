// The bots that one may talk to.
import type { AiBotInfo, Api } from '@amber/proto';

/** All of them, assistants first. */
export async function askBots({ aiBot }: Pick<Api, 'aiBot'>): Promise<AiBotInfo[]> {
  const { list } = await aiBot.queryAiBotList({ updateTime: 0 });
  return list.toSorted(
    (a, b) => Number(b.type === 'assistant') - Number(a.type === 'assistant') || nameOf(a).localeCompare(nameOf(b)),
  );
}

/** What it is called here: the interface is English. */
export const nameOf = ({ nameEn, name }: AiBotInfo): string => nameEn || name;
