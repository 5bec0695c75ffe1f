// The supported languages, and the one of this page.

interface Language {
  /** Its own name for itself. */
  name: string;
  /** The locale for `Intl`, which determines the format of dates, numbers and plurals. */
  locale: string;
  direction: 'ltr' | 'rtl';
}

/** The languages that people can choose. A key is the page's `lang`, and the name of each package's catalogue. */
export const languages = {
  en: { name: 'English', locale: 'en-GB', direction: 'ltr' },
  'zh-Hans': { name: '简体中文', locale: 'zh-CN', direction: 'ltr' },
} as const satisfies Record<string, Language>;

/**
 * Languages for tests: accented and 40 % longer text reveals untranslated and truncated texts; Cyrillic dates reveal
 * dates formatted in code; one is mirrored.
 */
export const pseudoLanguages = {
  'en-XA': { name: 'Åççéñţš', locale: 'ru', direction: 'ltr' },
  'ar-XB': { name: 'Mirrored', locale: 'en-GB', direction: 'rtl' },
} as const satisfies Record<string, Language>;

export type LanguageId = keyof typeof languages;

/** The localStorage key of the user's choice; without one, the browser's languages decide. */
export const languageStorageKey = 'amber-language';

const allLanguages: Record<string, Language> = { ...languages, ...pseudoLanguages };

/** Returns the `lang` of this page, which is set before the first paint; English without a document. */
export const pageLanguage = (): string =>
  typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en';

/** Returns the locale of this page's language for `Intl`. */
export const pageLocale = (): string => allLanguages[pageLanguage()]?.locale ?? languages.en.locale;

/**
 * Returns a function for a formatter of this page's language. Formatters are expensive to create: each is created at its
 * first use, and once per page, because a page has one language.
 */
export function lazyFormatter<T>(make: (locale: string) => T): () => T {
  let cached: T | undefined;
  return () => (cached ??= make(pageLocale()));
}

/** Returns the language that the user has chosen; empty when the browser's languages decide. */
export function chosenLanguage(): LanguageId | '' {
  try {
    const chosen = localStorage.getItem(languageStorageKey) ?? '';
    return Object.hasOwn(languages, chosen) ? (chosen as LanguageId) : '';
  } catch {
    return '';
  }
}
