// Every path of this repository that the documentation names exists.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { root } from './run.ts';

/** Paths that exist only where something was run, and what writes them. */
const generated: Readonly<Record<string, string>> = {
  'docs/features.md': '`npm run test:all` writes it, and it is not committed.',
  'test-results/': 'A browser test that failed writes it.',
};

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');
/** Generated from comments of proto/, whose code names paths of pages. */
const callReference = 'docs/calls.md';
const documents = files.filter(
  (file) => /^(README|CONTRIBUTING|SECURITY)\.md$|^docs\/.*\.md$/.test(file) && file !== callReference,
);

/** `a/{b,c}` as `a/b` and `a/c`. */
function withoutBraces(path: string): string[] {
  const [whole, before, alternatives, after] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  if (whole === undefined) return [path];
  return alternatives!.split(',').flatMap((one) => withoutBraces(`${before}${one}${after}`));
}

/**
 * Whether a file or folder has this path, or a path that ends with it: a sentence about one package names files of it.
 * A glob, and a placeholder such as `<service>` or `NAME`, stands for any name.
 */
function exists(path: string): boolean {
  const pattern = path
    .replace(/\/$/, '')
    .replace(/[.+]/g, '\\$&')
    .replace(/<[^>]*>|\*|(?<=\/)[A-Z]+(?=\/|$)/g, '[^/]+');
  const tail = new RegExp(`(^|/)${pattern}(/|$)`);
  return files.some((file) => tail.test(file));
}

/**
 * The words of code that are paths: those with a slash inside or at the end, and source files. No path of this
 * repository begins with a slash (addresses do), with @ (packages do) or with a digit (networks do).
 */
const pathsInCode = (page: string): string[] =>
  [...page.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code]) => code!.split(/\s+/))
    .filter((word) => /^[A-Za-z.][\w.\-/<>*{},]*$/.test(word) && /[^/]\/|\.tsx?$/.test(word));

/** From the root: the targets of links to files, which begin at the document's own folder. */
const linkedPaths = (page: string, document: string): string[] =>
  [...page.matchAll(/\]\(([^)\s#:]+)(#[^)\s]*)?\)/g)].map(([, target]) => join(dirname(document), target!));

const missingPaths = (page: string, document: string): string[] => [
  ...pathsInCode(page)
    .filter((path) => !Object.hasOwn(generated, path))
    .filter((path) => !withoutBraces(path).every(exists)),
  ...linkedPaths(page, document).filter(
    (path) => !files.includes(path) && !files.some((file) => file.startsWith(`${path}/`)),
  ),
];

test.each(documents)('each path that %s names exists', (document) => {
  expect(missingPaths(readFileSync(join(root, document), 'utf8'), document)).toEqual([]);
});

test.each([
  'See `gateway/src/main.ts` and `main.ts`, in `gateway/src/` or `gateway/src`.',
  'A service is `proto/<service>.proto`, all are `proto/*.proto`; both of `shared/{ui,words}/src/`.',
  'Open `/chat/admin`, import `@amber/ui/form`, trust `10.0.0.0/8`, run `npm run dev -w remotes/NAME`.',
  'The [README](../README.md#glossary), [a page](https://example.org/a), [below](#here).',
])('no path is missing: %s', (page) => {
  expect(missingPaths(page, 'docs/page.md')).toEqual([]);
});

test.each([
  ['`gateway/src/nowhere.ts`', 'gateway/src/nowhere.ts'],
  ['`nowhere.ts`', 'nowhere.ts'],
  ['`gatway/src/main.ts`', 'gatway/src/main.ts'],
  ['`npm run unit -- gateway/nowhere/`', 'gateway/nowhere/'],
  ['`nowhere/<service>.proto`', 'nowhere/<service>.proto'],
  ['`shared/{ui,nowhere}/`', 'shared/{ui,nowhere}/'],
  ['[the README](README.md)', 'docs/README.md'],
])('a path is missing: %s', (page, path) => {
  expect(missingPaths(page, 'docs/page.md')).toEqual([path]);
});
