// The language chosen for this browser. A page has one language, so changing it reloads the page.
import { type LanguageId, languageStorageKey, languages, pageLanguage } from '@amber/words/languages';

/** All but this page's language, by their ids. */
export const otherLanguages = () =>
  (Object.entries(languages) as [LanguageId, (typeof languages)[LanguageId]][]).filter(([id]) => id !== pageLanguage());

/** Stores the choice and reloads the page; `''` follows the browser. Drafts are kept. */
export function changeLanguage(chosen: LanguageId | ''): void {
  try {
    if (chosen) localStorage.setItem(languageStorageKey, chosen);
    else localStorage.removeItem(languageStorageKey);
  } catch {
    return; // Without storage the browser's language stays.
  }
  location.reload();
}

/** Follows the choice made in other tabs. */
export function followLanguage(): void {
  addEventListener('storage', ({ key }) => key === languageStorageKey && location.reload());
}
