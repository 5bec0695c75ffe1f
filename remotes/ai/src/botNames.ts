// The names of bots and their traits in the page's language.
import { botName } from '@amber/conversation-screen/botName';
import type { AiBotInfo } from '@amber/proto';
import { pageLanguage } from '@amber/words/languages';
import { words } from './words/gen/ai.ts';

/** Translates the gateway's own names; returns any other name unchanged. */
const translated = (table: Readonly<Record<string, string>>, word: string): string =>
  Object.hasOwn(table, word) ? table[word]! : word;

/** Returns a bot's name: it has one for English pages and one for all others. */
export const displayNameOf = ({ nameEn, name }: Pick<AiBotInfo, 'name' | 'nameEn'>): string =>
  botName((pageLanguage().startsWith('en') ? nameEn : '') || name || nameEn);

export const characterName = (character: string): string => translated(words.assistantCharacters, character);

export const charactersOf = ({ AiCharacters }: AiBotInfo): string[] => AiCharacters.map(characterName);
