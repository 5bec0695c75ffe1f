import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedExports, findUnsharedImports } from './rspack/lentNames.ts';
import { root } from './run.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

it('R160 what is built into remotes asks for nothing that the host does not lend', () => {
  const files = ['remotes/*/src/**/*.{ts,tsx}', 'shared/{conversation,conversationScreen,ui,client}/src/**/*.{ts,tsx}']
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => findUnsharedImports(read(file)).map((fault) => `${file}: ${fault}`))).toEqual([]);
});

it.each(Object.entries(sharedExports))(
  'R160 types and lint of a remote know the same names of %s as the host',
  (name, lent) => {
    const types = /export \{([^}]*)\}/.exec(read(`tools/lent/${name}.d.ts`))![1]!;
    expect(new Set(types.split(',').flatMap((one) => one.trim() || []))).toEqual(lent);
    const { overrides } = JSON.parse(read('.oxlintrc.json')) as {
      overrides: {
        files: string[];
        rules: { 'no-restricted-imports': [string, { patterns: { regex?: string; allowImportNames?: string[] }[] }] };
      }[];
    };
    const [, { patterns }] = overrides.find(({ files }) => files.includes('remotes/**'))!.rules[
      'no-restricted-imports'
    ];
    expect(new Set(patterns.find(({ regex }) => regex === `^${name}$`)!.allowImportNames)).toEqual(lent);
  },
);

it.each([
  [`import { Link, type To } from 'react-router-dom';`, []],
  [`import type { Blocker } from 'react-router-dom';`, []],
  [
    `import {\n  Link, // the way\n  useBlocker as guard,\n} from "react-router-dom";`,
    ["'useBlocker' of 'react-router-dom'"],
  ],
  [`export { zip } from 'rxjs';`, ["'zip' of 'rxjs'"]],
  [`import * as rx from 'rxjs';`, ["the names of 'rxjs' one by one"]],
  [`const rx = await import('rxjs');`, ["the names of 'rxjs' one by one"]],
  [`import { useBlocker } from 'react-router';`, ["'react-router-dom' instead of 'react-router'"]],
  [`import { map } from 'rxjs/operators';`, ["'rxjs' instead of 'rxjs/operators'"]],
  [`/** import * as rx from 'rxjs' */\n// import { zip } from 'rxjs';`, []],
  [`import { Home } from './Home.tsx';\nimport { of } from 'rxjs';`, []],
])('R160 the source %j fails the build with %j', (source, expected) => {
  const faults = findUnsharedImports(source);
  expect(faults).toHaveLength(expected.length);
  for (const [place, sentence] of expected.entries()) expect(faults[place]).toContain(sentence);
});
