// Loads a lazy screen together with its sentences in the page's language.
import { loadWords } from '@amber/words';
import { translations } from '../words/gen/translations.ts';

/** The screen, once its sentences are loaded too; English when they could not be fetched. */
export async function withWords<T>(screen: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([screen, loadWords(translations).catch(() => {})]);
  return loaded;
}
