// The names that the host shares of partly shared packages, and the check for imports of other names.
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

/** Each package's names; the facade is the host's side. */
export const sharedExports: Readonly<Record<string, ReadonlySet<string>>> = {
  'react-router-dom': namesOf('router.ts'),
  rxjs: namesOf('rx.ts'),
};

/** Other entry points of shared packages: a remote that imports one gets its own copy, which shares no state. */
const unsharedEntryPoints: Readonly<Record<string, string>> = {
  'react-router': 'react-router-dom',
  'react-router/dom': 'react-router-dom',
  'react-router-dom/server': 'react-router-dom',
  'rxjs/operators': 'rxjs',
  'rxjs/ajax': 'rxjs',
  'rxjs/fetch': 'rxjs',
  'rxjs/webSocket': 'rxjs',
  'react-dom/client': 'react-dom',
  'react-dom/server': 'react-dom',
};

/** The reference at the end of each error message. */
const advice = 'see CONTRIBUTING.md, Ship a remote';

const comment = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm;
const statement = /\b(?:import|export)\s+(type\s+)?([^'";()]*?)\s*\bfrom\s*(['"])([^'"]+)\3/g;
const wholeImport = /\bimport\s*\(\s*(?:\/\*[^]*?\*\/\s*)?(['"])([^'"]+)\1\s*\)|\bimport\s*(['"])([^'"]+)\3/g;

/** Returns the reasons why this source cannot run in the host, as sentences for its team. */
export function findUnsharedImports(text: string): string[] {
  const source = text.replaceAll(comment, '');
  const faults: string[] = [];
  for (const [, type, names = '', , from = ''] of source.matchAll(statement)) {
    if (type) continue;
    const exported = sharedExports[from];
    const sharedPackage = unsharedEntryPoints[from];
    if (sharedPackage)
      faults.push(`import from '${sharedPackage}' instead of '${from}': the host lends that one alone; ${advice}`);
    if (!exported) continue;
    const braces = /^\{([^]*)\}$/.exec(names.trim())?.[1];
    if (braces === undefined)
      faults.push(`import the names of '${from}' one by one: the host lends some of them; ${advice}`);
    for (const name of namesIn(braces ?? ''))
      if (!exported.has(name))
        faults.push(`the host does not lend '${name}' of '${from}'; it lends ${[...exported].join(', ')}; ${advice}`);
  }
  for (const [, , dynamic, , bare] of source.matchAll(wholeImport)) {
    const from = dynamic ?? bare ?? '';
    if (sharedExports[from] || unsharedEntryPoints[from])
      faults.push(
        `import the names of '${unsharedEntryPoints[from] ?? from}' one by one: the host lends some of them; ${advice}`,
      );
  }
  return faults;
}
