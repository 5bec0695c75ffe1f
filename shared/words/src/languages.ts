// The languages that Amber speaks, and which of them this page is in.

interface Language {
  /** As its own readers call it. */
  name: string;
  /** For `Intl`: how dates, numbers and plurals are written. */
  locale: string;
  direction: 'ltr' | 'rtl';
}

/** What people can choose from. The key is the page's `lang`, and the name of each package's catalogue. */
export const languages = {
  en: { name: 'English', locale: 'en-GB', direction: 'ltr' },
  'zh-Hans': { name: '简体中文', locale: 'zh-CN', direction: 'ltr' },
} as const satisfies Record<string, Language>;

/**
 * For tests: accented and 40 % longer, so that text left in code and text cut off are seen, with dates in Cyrillic, so that
 * those formatted in code are; and mirrored.
 */
export const pseudoLanguages = {
  'en-XA': { name: 'Åççéñţš', locale: 'ru', direction: 'ltr' },
  'ar-XB': { name: 'Mirrored', locale: 'en-GB', direction: 'rtl' },
} as const satisfies Record<string, Language>;

export type LanguageId = keyof typeof languages;

/** Where this browser keeps the person's choice; without one its own languages decide. */
export const languageStorageKey = 'amber-language';

const allLanguages: Record<string, Language> = { ...languages, ...pseudoLanguages };

/** The `lang` of this page, set before anything is painted; English where there is no page. */
export const pageLanguage = (): string =>
  typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en';

/** How this page's language writes dates, numbers and plurals. */
export const pageLocale = (): string => allLanguages[pageLanguage()]?.locale ?? languages.en.locale;

/** What the person has chosen here; empty when the browser's own languages decide. */
export function chosenLanguage(): LanguageId | '' {
  try {
    const chosen = localStorage.getItem(languageStorageKey) ?? '';
    return Object.hasOwn(languages, chosen) ? (chosen as LanguageId) : '';
  } catch {
    return '';
  }
}
