// The user's AI bots.
import type { AiBotInfo, Api } from '@amber/proto';
import { compareNames } from '@amber/words/formats';
import { pageLanguage } from '@amber/words/languages';
import { words } from './words/gen/ai.ts';

/** All bots, assistants first. */
export async function askBots({ aiBot }: Pick<Api, 'aiBot'>): Promise<AiBotInfo[]> {
  const { list } = await aiBot.queryAiBotList({ updateTime: 0 });
  return list.toSorted(
    (a, b) => Number(b.type === 'assistant') - Number(a.type === 'assistant') || compareNames(nameOf(a), nameOf(b)),
  );
}

/** Translates the gateway's own words; returns any other word unchanged. */
const shown = (table: Readonly<Record<string, string>>, word: string): string =>
  Object.hasOwn(table, word) ? table[word]! : word;

/** A bot has a name for English pages and one for all others. */
export const nameOf = ({ nameEn, name }: AiBotInfo): string =>
  shown(words.assistants, (pageLanguage().startsWith('en') ? nameEn : '') || name || nameEn);

export const charactersOf = ({ AiCharacters }: AiBotInfo): string[] =>
  AiCharacters.map((character) => shown(words.assistantCharacters, character));
