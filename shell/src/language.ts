// The language that a person chooses for this browser: a page has one, so choosing another opens it anew.
import { type LanguageId, languageKey, languages, pageLanguage } from '@amber/words/languages';

/** Those that this page is not in, by their ids. */
export const otherLanguages = () =>
  (Object.entries(languages) as [LanguageId, (typeof languages)[LanguageId]][]).filter(([id]) => id !== pageLanguage());

/** Keeps the choice and opens the page anew; `''` leaves it to the browser. Nothing that was written is lost: drafts are kept. */
export function changeLanguage(chosen: LanguageId | ''): void {
  try {
    if (chosen) localStorage.setItem(languageKey, chosen);
    else localStorage.removeItem(languageKey);
  } catch {
    return; // A browser that keeps nothing keeps its own language.
  }
  location.reload();
}

/** What is chosen in another tab counts here too. */
export function followLanguage(): void {
  addEventListener('storage', ({ key }) => key === languageKey && location.reload());
}
