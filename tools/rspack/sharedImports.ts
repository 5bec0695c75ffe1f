// The names that the host shares of partly shared packages, and what remotes may import from them.
// docs/decisions/official-module-federation.md has the reasons.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const facades = join(import.meta.dirname, '../../shell/src/federation/load/facades');

/** The names in the braces of an import or export, without types. */
const namesIn = (braces: string): string[] =>
  braces
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')
    .split(',')
    .map((name) => name.trim().split(/\s+as\s+/)[0]!)
    .filter((name) => name && !name.startsWith('type '));

const namesOf = (facade: string): ReadonlySet<string> =>
  new Set(namesIn(/export \{([^}]*)\}/.exec(readFileSync(join(facades, facade), 'utf8'))![1]!));

/** The names of the router; the facade is the host's side. */
export const routerNames = namesOf('router.ts');

/** The names of rxjs that every page has loaded. */
const commonRxNames = namesOf('commonRx.ts');

const partlyShared: ReadonlySet<string> = new Set(['react-router', 'react-router-dom']);

/** Other entry points of shared packages: a remote that imports one gets its own copy, which shares no state. */
const unsharedEntryPoints: Readonly<Record<string, string>> = {
  'react-router/dom': 'react-router',
  'react-router-dom/server': 'react-router-dom',
  'react-dom/server': 'react-dom',
};

/** The reference at the end of each error message. */
const advice = 'see CONTRIBUTING.md, Ship a remote';

const comment = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm;
const statement = /\b(?:import|export)\b\s*(type\s+)?([^'";()]*?)\s*\bfrom\s*(['"])([^'"]+)\3/g;
const wholeImport = /\bimport\s*\(\s*(?:\/\*[^]*?\*\/\s*)?(['"])([^'"]+)\1\s*\)|\bimport\s*(['"])([^'"]+)\3/g;

/** The names between the braces of an import or export; undefined for all names at once, or a default. */
function importedNames(clause: string): string[] | undefined {
  const braces = /^\{([^]*)\}$/.exec(clause.trim())?.[1];
  return braces === undefined ? undefined : namesIn(braces);
}

/** Returns the reasons why this source cannot run in the host, as sentences for its team. */
export function findUnsharedImports(text: string): string[] {
  const source = text.replaceAll(comment, '');
  const faults: string[] = [];
  for (const [, type, clause = '', , from = ''] of source.matchAll(statement)) {
    if (type) continue;
    const sharedPackage = unsharedEntryPoints[from];
    if (sharedPackage)
      faults.push(`import from '${sharedPackage}' instead of '${from}': the host shares that one alone; ${advice}`);
    if (!partlyShared.has(from)) continue;
    const names = importedNames(clause);
    if (!names) faults.push(`import the names of '${from}' one by one: the host shares some of them; ${advice}`);
    for (const name of names ?? [])
      if (!routerNames.has(name))
        faults.push(
          `the host does not share '${name}' of '${from}'; it shares ${[...routerNames].join(', ')}; ${advice}`,
        );
  }
  for (const [, , dynamic, , bare] of source.matchAll(wholeImport)) {
    const from = dynamic ?? bare ?? '';
    if (partlyShared.has(from) || unsharedEntryPoints[from])
      faults.push(
        `import the names of '${unsharedEntryPoints[from] ?? from}' one by one: the host shares some of them; ${advice}`,
      );
  }
  return faults;
}

/**
 * Takes the names of rxjs that every page has loaded from 'rxjs/common', so that only a source with another name makes
 * the host load the rest.
 */
export const rewriteRxjsImports = (source: string): string =>
  source.replaceAll(statement, (text: string, type: string | undefined, clause: string, quote: string, from: string) =>
    !type && from === 'rxjs' && importedNames(clause)?.every((name) => commonRxNames.has(name))
      ? `${text.slice(0, -from.length - 1)}rxjs/common${quote}`
      : text,
  );
