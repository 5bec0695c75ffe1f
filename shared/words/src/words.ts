// The runtime of compiled message catalogues: sections that can be replaced by a translation, plurals and numbers.
import { lazyFormatter, pageLanguage } from './languages.ts';

export { isolate } from './isolate.ts';

type Words = { [key: string]: unknown };

/** The sections of one language, by name. */
export type Catalogue = Record<string, object>;

/** The loaders of a package's translations, by language. */
export type Translations = Partial<Record<string, () => Promise<{ default: Catalogue }>>>;

const sections = new Map<string, object>();
const translated: Catalogue = {};

/** Overwrites the sentences in place, so that modules that hold a part of the section see the translation. */
function mergeTranslation(words: Words, translation: Words): void {
  for (const [key, value] of Object.entries(translation)) {
    const own = words[key];
    if (typeof own === 'object' && own !== null) mergeTranslation(own as Words, value as Words);
    else words[key] = value;
  }
}

/**
 * Registers a section and returns its sentences: English, or the page's language once that is loaded. Compiled
 * catalogues call it.
 */
export function section<T extends object>(name: string, english: T): T {
  sections.set(name, english);
  if (translated[name]) mergeTranslation(english as Words, translated[name] as Words);
  return english;
}

/**
 * Loads the translations of these packages into the page's language. Callers await it before the first render; it does
 * nothing in English. Rejects when a file could not be loaded: the texts then stay English.
 */
export async function loadWords(...packages: readonly Translations[]): Promise<void> {
  const language = pageLanguage();
  await Promise.all(
    packages.map(async (translations) => {
      const catalogue = (await translations[language]?.())?.default ?? {};
      for (const [name, words] of Object.entries(catalogue)) {
        translated[name] = words;
        const loadedSection = sections.get(name);
        if (loadedSection) mergeTranslation(loadedSection as Words, words as Words);
      }
    }),
  );
}

const numberFormat = lazyFormatter((locale) => new Intl.NumberFormat(locale));
const pluralRules = lazyFormatter((locale) => new Intl.PluralRules(locale));

/** Formats a number in the page's language. */
export const number = (value: number): string => numberFormat().format(value);

/**
 * Returns the plural form for this number: an exact one (`'=0'`) takes precedence over the language's plural category;
 * `other` is required.
 */
export function plural(value: number, forms: Record<string, string> & { other: string }): string {
  return forms[`=${value}`] ?? forms[pluralRules().select(value)] ?? forms.other;
}

/** Returns the form for this value; `other` is required. */
export function select(value: string, forms: Record<string, string> & { other: string }): string {
  return Object.hasOwn(forms, value) ? forms[value]! : forms.other;
}
