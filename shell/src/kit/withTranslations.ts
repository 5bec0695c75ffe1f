// Loads a lazy screen together with its translations in the page's language.
import { loadWords } from '@amber/words';
import { translations } from '../words/gen/translations.ts';

/** Resolves to the screen once its translations are loaded; they are English if they could not be fetched. */
export async function withTranslations<T>(screen: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([screen, loadWords(translations).catch(() => {})]);
  return loaded;
}
