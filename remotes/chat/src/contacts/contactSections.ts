// Groups contacts by the first letter of their displayed name.
import type { ContactRow } from '@amber/client/rows';
import { compareNames } from '@amber/words/formats';
import { pageLanguage } from '@amber/words/languages';
import { contactName } from './contactName.ts';

export interface ContactSection {
  /** '#' if the name does not start with a letter. */
  letter: string;
  contacts: ContactRow[];
}

const normalize = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

const noLetter = '#';

/** The initial letters of pinyin, and the first character of each in pinyin order. */
const pinyinLetters = 'ABCDEFGHJKLMNOPQRSTWXYZ';
const firstCharacters = [...'阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥扨它穵夕丫帀'];

const pinyinLetter = (character: string): string | undefined =>
  pinyinLetters[firstCharacters.findLastIndex((first) => compareNames(first, character) <= 0)];

function letterOf(contact: ContactRow): string {
  const [first = ''] = normalize(contactName(contact).trim());
  if (pageLanguage() === 'zh-Hans' && /\p{Script=Han}/u.test(first)) return pinyinLetter(first) ?? noLetter;
  return /\p{L}/u.test(first) ? first.toLocaleUpperCase() : noLetter;
}

/** Compares by displayed name. */
export const byName = (a: ContactRow, b: ContactRow): number =>
  compareNames(contactName(a), contactName(b)) || (a.identifier < b.identifier ? -1 : 1);

/** Whether the remark or name contains the typed text, or the identifier equals it. */
export function matchesQuery(contact: ContactRow, typed: string): boolean {
  const query = normalize(typed.trim());
  return (
    query === contact.identifier ||
    [contact.remarkName, contact.lastName].some((name) => normalize(name).includes(query))
  );
}

/** The section '#' is last. */
export function contactSections(contacts: readonly ContactRow[]): ContactSection[] {
  const sections = Map.groupBy(contacts.toSorted(byName), letterOf);
  return [...sections]
    .map(([letter, list]) => ({ letter, contacts: list }))
    .sort((a, b) => Number(a.letter === noLetter) - Number(b.letter === noLetter) || compareNames(a.letter, b.letter));
}
