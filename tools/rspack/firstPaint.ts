// The text of the page before any script runs: its frames in each language, and the language's direction.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages, pseudoLanguages } from '../../shared/words/src/languages.ts';
import { compile } from '../words/compile.ts';

/** Formatted as the page's own script expects: each `lang` with its `dir`. */
export const directions = JSON.stringify(
  Object.fromEntries(
    Object.entries({ ...languages, ...pseudoLanguages }).map(([language, { direction }]) => [language, direction]),
  ),
);

type Catalogue = { [key: string]: string | Catalogue };

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

/**
 * The message at a path such as `app.signIn.title`, as HTML. @throws Error when there is none, or it has parameters.
 */
function messageAt(catalogue: Catalogue, path: string): string | undefined {
  const found = path
    .split('.')
    .reduce<string | Catalogue | undefined>(
      (words, key) => (typeof words === 'object' ? words[key] : undefined),
      catalogue,
    );
  if (typeof found !== 'string') return undefined;
  return (JSON.parse(compile(found).code) as string).replace(/[&<"]/g, (sign) => escapes[sign]!);
}

/**
 * For each language, a function that replaces the `{{path.in.the.catalogue}}` of a file; missing messages stay English.
 */
export function pageTranslators(context: string) {
  const read = (language: string): Catalogue => {
    const file = join(context, 'src', 'words', `${language}.json`);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue) : {};
  };
  const english = read('en');
  return Object.keys(languages).map((language) => {
    const catalogue = read(language);
    const speak = (file: Buffer | string): string =>
      String(file).replace(/\{\{([\w.]+)\}\}/g, (_, path: string) => {
        const sentence = messageAt(catalogue, path) ?? messageAt(english, path);
        if (sentence === undefined) throw new Error(`The page says {{${path}}}, which is no sentence of ${context}`);
        return sentence;
      });
    return { language, speak };
  });
}
