import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findUnsharedImports, rewriteRxjsImports, routerNames } from './sharedImports.ts';
import { root } from '../run.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

it('R160 what is built into remotes asks for nothing that the host does not share', () => {
  const files = ['remotes/*/src/**/*.{ts,tsx}', 'shared/{conversation,conversationScreen,ui,client}/src/**/*.{ts,tsx}']
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => findUnsharedImports(read(file)).map((fault) => `${file}: ${fault}`))).toEqual([]);
  // Another name of rxjs would make every member load the rest of it.
  const whole = /^(?:import|export) (?!type )[^;]*? from 'rxjs(?!\/common)/m;
  expect(files.filter((file) => whole.test(rewriteRxjsImports(read(file))))).toEqual([]);
});

it('R160 types and lint of a remote know the same names of the router as the host', () => {
  const types = /export \{([^}]*)\}/.exec(read('tools/sharedTypes/router.d.ts'))![1]!;
  expect(new Set(types.split(',').flatMap((one) => one.trim() || []))).toEqual(routerNames);
  const { overrides } = JSON.parse(read('.oxlintrc.json')) as {
    overrides: {
      files: string[];
      rules: { 'no-restricted-imports': [string, { patterns: { regex?: string; allowImportNames?: string[] }[] }] };
    }[];
  };
  const [, { patterns }] = overrides.find(({ files }) => files.includes('remotes/**'))!.rules['no-restricted-imports'];
  expect(new Set(patterns.find(({ regex }) => regex === '^react-router(-dom)?$')!.allowImportNames)).toEqual(
    routerNames,
  );
});

it.each([
  [`import { Link, type To } from 'react-router-dom';`, []],
  [`import type { Blocker } from 'react-router-dom';`, []],
  [
    `import {\n  Link, // the way\n  useBlocker as guard,\n} from "react-router-dom";`,
    ["'useBlocker' of 'react-router-dom'"],
  ],
  [`import{useFetcher as a}from"react-router";`, ["'useFetcher' of 'react-router'"]],
  [`import * as router from 'react-router-dom';`, ["the names of 'react-router-dom' one by one"]],
  [`const router = await import('react-router');`, ["the names of 'react-router' one by one"]],
  [`import { RouterProvider } from 'react-router/dom';`, ["'react-router' instead of 'react-router/dom'"]],
  [`import { renderToString } from 'react-dom/server';`, ["'react-dom' instead of 'react-dom/server'"]],
  [`import { zip } from 'rxjs';\nimport { ajax } from 'rxjs/ajax';\nimport * as rx from 'rxjs';`, []],
  [`/** import * as router from 'react-router' */\n// import { useFetcher } from 'react-router';`, []],
  [`import { Home } from './Home.tsx';\nimport { of } from 'rxjs';`, []],
])('R160 the source %j fails the build with %j', (source, expected) => {
  const faults = findUnsharedImports(source);
  expect(faults).toHaveLength(expected.length);
  for (const [place, sentence] of expected.entries()) expect(faults[place]).toContain(sentence);
});

it.each([
  ["import { map, of } from 'rxjs';", 'rxjs/common'],
  ["import { map, type Observer } from 'rxjs';", 'rxjs/common'],
  ['import{map as a}from"rxjs";', 'rxjs/common'],
  ["export { map } from 'rxjs';", 'rxjs/common'],
  ["import { map, zip } from 'rxjs';", 'rxjs'],
  ["import * as rx from 'rxjs';", 'rxjs'],
  ["import type { Observer } from 'rxjs';", 'rxjs'],
  ["import { map } from 'rxjs/operators';", 'rxjs/operators'],
])('R160 the source %j takes rxjs from %j', (source, from) => {
  expect(rewriteRxjsImports(source)).toBe(source.replace(/rxjs[a-z/]*/, from));
});
