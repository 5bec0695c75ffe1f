// What the compiled catalogues stand on: sections that are filled with another language, plurals and numbers.
import { pageLanguage, pageLocale } from './languages.ts';

export { isolate } from './isolate.ts';

type Words = { [key: string]: unknown };

/** The sections of one language by their names. */
export type Catalogue = Record<string, object>;

/** How the other languages of a package are fetched. */
export type Translations = Partial<Record<string, () => Promise<{ default: Catalogue }>>>;

const sections = new Map<string, object>();
const translated: Catalogue = {};

/** In place: whoever holds a part of the section sees the other language too. */
function mergeTranslation(words: Words, translation: Words): void {
  for (const [key, value] of Object.entries(translation)) {
    const own = words[key];
    if (typeof own === 'object' && own !== null) mergeTranslation(own as Words, value as Words);
    else words[key] = value;
  }
}

/** Called by compiled catalogues: the English sentences of a section, or those of the page's language once it is loaded. */
export function section<T extends object>(name: string, english: T): T {
  sections.set(name, english);
  if (translated[name]) mergeTranslation(english as Words, translated[name] as Words);
  return english;
}

/**
 * Fetches the page's language for these packages. To be awaited before their first render; does nothing in English.
 * Rejects when a file could not be fetched: English stays.
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

/** Made once per page: a page has one language. */
const once = <T>(make: () => T): (() => T) => {
  let cached: T | undefined;
  return () => (cached ??= make());
};

const numberFormat = once(() => new Intl.NumberFormat(pageLocale()));
const pluralRules = once(() => new Intl.PluralRules(pageLocale()));

/** A number as the page's language writes it. */
export const number = (value: number): string => numberFormat().format(value);

/** The form for this number: an exact one (`'=0'`) before the language's plural category; `other` is always there. */
export function plural(value: number, forms: Record<string, string> & { other: string }): string {
  return forms[`=${value}`] ?? forms[pluralRules().select(value)] ?? forms.other;
}

/** The form for this word; `other` is always there. */
export function select(value: string, forms: Record<string, string> & { other: string }): string {
  return Object.hasOwn(forms, value) ? forms[value]! : forms.other;
}
