import { expect, test } from 'vitest';
import { rewriteForTemplate, compiledName, rewriteForKit } from './references.ts';

const entryPoints = [
  { name: '@amber/client/engine', kitName: 'client/engine', source: 'shared/client/src/engine.ts' },
  { name: '@amber/client/useQuery', kitName: 'client/useQuery', source: 'shared/client/src/useQuery.ts' },
  { name: '@amber/client/pendingCalls', kitName: undefined, source: 'shared/client/src/pendingCalls.ts' },
  { name: '@amber/ui/card.module.css', kitName: 'ui/card.module.css', source: 'shared/ui/src/layout/card.module.css' },
  { name: '@amber/proto', kitName: 'proto', source: 'proto/gen/types.ts' },
];
const file = 'shared/ui/src/people/Avatar.js';

test.each([
  [`import { api } from '@amber/client/engine';`, `import { api } from '@amber/kit/client/engine';`],
  [`import { useQuery } from "@amber/client/useQuery";`, `import { useQuery } from "../../../client/src/useQuery.js";`],
  [
    `const a = await import('@amber/client/pendingCalls');`,
    `const a = await import('../../../client/src/pendingCalls.js');`,
  ],
  [`type A = import("@amber/proto").Api;`, `type A = import("../../../../proto/gen/types.js").Api;`],
  [`import type { B } from './Badge.tsx';`, `import type { B } from './Badge.js';`],
  [`composes: card from '@amber/ui/card.module.css';`, `composes: card from '../layout/card.module.css';`],
  [`export const key = '@amber/client/useQuery';`, `export const key = '@amber/client/useQuery';`],
])('R206 in the kit %j is %j', (text, expected) => {
  expect(rewriteForKit(text, file, entryPoints)).toBe(expected);
});

test('R206 a reference to something that is no entry point fails the build of the kit', () => {
  expect(() => rewriteForKit(`import '@amber/client/src/db'`, file, entryPoints)).toThrow('which is no entry point');
});

test('R206 a remote imports what the kit exports, by its name there', () => {
  const installed = (text: string) => rewriteForTemplate(text, 'src/remote.tsx', entryPoints);
  expect(installed(`import { api } from '@amber/client/engine';`)).toBe(
    `import { api } from '@amber/kit/client/engine';`,
  );
  expect(installed(`import { fakeHost } from '@amber/client/testing';`)).toBe(
    `import { fakeHost } from '@amber/kit/testing';`,
  );
  expect(() => installed(`import { calls } from '@amber/client/pendingCalls';`)).toThrow('which the kit does not have');
});

test.each([
  ['a/b.ts', 'a/b.js'],
  ['a/b.tsx', 'a/b.js'],
  ['a/css.d.ts', 'a/css.d.ts'],
  ['a/b.css', 'a/b.css'],
])('%s becomes %s', (source, compiled) => {
  expect(compiledName(source)).toBe(compiled);
});
