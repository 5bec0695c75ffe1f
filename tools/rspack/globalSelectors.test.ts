import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findGlobalSelectors } from './globalSelectors.ts';
import { remote } from './remote.ts';
import { root } from '../run.ts';

it.each([
  ['.a { color: red }', []],
  ['.a h1, #b::before {} .c:not(.d):hover {} h1.e {} ul > .f + li {}', []],
  ["body {} :root {} * {} h1, .a {} [class='.a'] {}", ['body', ':root', '*', 'h1', "[class='']"]],
  [':global(.a) {} :global .b {} .c :global(.d) {}', [':global(.a)', ':global .b']],
  ['h1:not(.a) {} body:has(.b) {} li:nth-child(2 of .c) {}', ['h1:not(.a)', 'body:has(.b)', 'li:nth-child(2 of .c)']],
  [':is(.a, .b) h1 {} :where(.a, h2) {} :is(:not(.a)) {}', [':where(.a, h2)', ':is(:not(.a))']],
  ['@media print { body {} .a { h1 {} & p {} } } main {}', ['body', 'main']],
  ['@layer one, two; @layer one { @supports (gap: 1px) { p {} } }', ['p']],
  ['@keyframes turn { from { rotate: 0deg } 50.5% {} } @font-face { src: url(a.woff2) }', []],
  ["/* body { } */ .a::after { content: '} body {' }", []],
  ['', []],
])('the stylesheet %j has the global selectors %j', (css, expected) => {
  expect(findGlobalSelectors(css)).toEqual(expected);
});

/** A remote in a folder below the root, so that its build finds the packages. */
let folder: string;
beforeAll(() => {
  mkdirSync(join(root, 'dist'), { recursive: true });
  folder = mkdtempSync(join(root, 'dist', 'styles-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: '@amber/remote-styles', version: '1.0.0', amber: { owner: 'tests', contract: '^2' } }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Builds a remote with these stylesheets, of which it imports the first; resolves to the errors. */
async function buildErrors(styles: Record<string, string>): Promise<string[]> {
  for (const [file, css] of Object.entries(styles)) writeFileSync(join(folder, 'src', file), css);
  writeFileSync(
    join(folder, 'src', 'remote.tsx'),
    `import styles from './${Object.keys(styles)[0]}';\nexport default { styles };\n`,
  );
  const compiler = rspack(remote(folder));
  return new Promise((resolve, reject) =>
    compiler.run((error, result) =>
      compiler.close(() =>
        error ? reject(error) : resolve(result!.toJson({ errors: true }).errors!.map(({ message }) => message)),
      ),
    ),
  );
}

it('R206 a global selector in a stylesheet of a remote fails its build, also in one that another composes', async () => {
  const good = {
    'a.module.css': ".a { composes: b from './b.module.css' } .a h1 {}",
    'b.module.css': '.b { gap: 1px }',
  };
  expect(await buildErrors(good)).toEqual([]);
  expect(await buildErrors({ ...good, 'b.module.css': '.b { gap: 1px } body { margin: 0 }' })).toEqual([
    expect.stringContaining('The selector "body" in src/b.module.css applies to the whole page'),
  ]);
  expect(await buildErrors({ 'plain.css': '.card { gap: 1px }' })).toContainEqual(
    expect.stringContaining('src/plain.css is not a CSS module'),
  );
});
