// Rewrites the references between our packages for the kit, in which they are folders of one package.
import { dirname, posix } from 'node:path';
import { kitNameOf, singletons } from '../rspack/singletons.ts';
import type { EntryPoint } from './entryPoints.ts';

/** The name of one of our packages in an import, an export, a type, or `composes` of a stylesheet. */
const reference = /(\b(?:from|import)\s*\(?\s*(?:\/\*[^*]*\*\/\s*)?)(['"])(@amber\/[\w.-]+(?:\/[\w.-]+)*)\2/g;
/** A declaration still names its sources: the compiler changes only scripts. */
const sourceReference = /(\b(?:from|import)\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+?)\.tsx?\2/g;

const shared: ReadonlySet<string> = new Set(singletons);

/** The name of the compiled file: `x.js` for `x.ts` and `x.tsx`; other files keep theirs. */
export const compiledName = (source: string): string => source.replace(/(?<!\.d)\.tsx?$/, '.js');

/**
 * Makes each reference to one of our packages a relative path, so that the kit's names are those of its entry points
 * alone. What the host shares keeps a name, by which the build finds it.
 */
export function rewriteForKit(text: string, file: string, entryPoints: readonly EntryPoint[]): string {
  const sources = new Map(entryPoints.map(({ name, source }) => [name, source]));
  return text
    .replaceAll(sourceReference, '$1$2$3.js$2')
    .replaceAll(reference, (_, before: string, quote: string, name: string) => {
      if (shared.has(name)) return `${before}${quote}${kitNameOf(name)}${quote}`;
      const source = sources.get(name);
      if (!source) throw new Error(`${file} imports ${name}, which is no entry point`);
      const path = posix.relative(dirname(file), compiledName(source));
      return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`;
    });
}

/** Gives a file of the template the kit's names. @throws Error for a module that the kit does not have. */
export function rewriteForTemplate(text: string, file: string, entryPoints: readonly EntryPoint[]): string {
  const kitNames = new Map(entryPoints.map(({ name, kitName }) => [name, kitName]));
  kitNames.set('@amber/client/testing', 'testing');
  return text.replaceAll(reference, (_, before: string, quote: string, name: string) => {
    const kitName = kitNames.get(name);
    if (!kitName) throw new Error(`${file} imports ${name}, which the kit does not have`);
    return `${before}${quote}@amber/kit/${kitName}${quote}`;
  });
}
