// The language chosen for this browser. A page has one language, so a change reloads it.
import { storeText } from '@amber/client/storage';
import { type LanguageId, languageStorageKey, languages, pageLanguage } from '@amber/words/languages';

/** Returns all languages but the page's, with their ids. */
export const otherLanguages = () =>
  (Object.entries(languages) as [LanguageId, (typeof languages)[LanguageId]][]).filter(([id]) => id !== pageLanguage());

/** Stores the choice and reloads the page; `''` means the browser's language. Drafts survive. */
export function changeLanguage(chosen: LanguageId | ''): void {
  // Without storage the browser's language remains.
  if (storeText(languageStorageKey, chosen || null)) location.reload();
}

/** Applies the choice made in other tabs. */
export function followLanguage(): void {
  addEventListener('storage', ({ key }) => key === languageStorageKey && location.reload());
}
