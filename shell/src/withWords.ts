// A screen that comes later, together with its sentences in the page's language.
import { loadWords } from '@amber/words';
import { translations } from './words/gen/translations.ts';

/** What was asked for, once its sentences are there too; English where they could not be fetched. */
export async function withWords<T>(screen: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([screen, loadWords(translations).catch(() => {})]);
  return loaded;
}
