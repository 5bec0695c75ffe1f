// The reference of all calls is that of the .proto files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@amber/proto/routes';
import { expect, test } from 'vitest';
import { describeCalls } from '../proto/describeCalls.ts';
import { root } from './run.ts';

const committed = readFileSync(join(root, 'docs/calls.md'), 'utf8');

test('docs/calls.md is what `npm run docs` writes', () => {
  expect(committed === describeCalls(), 'run `npm run docs`').toBe(true);
});

test('docs/calls.md has the address of every call', () => {
  const addresses = Object.values(routes).map(({ path }) => `\`POST /gateway${path}\``);
  expect(addresses.filter((address) => !committed.includes(address))).toEqual([]);
  expect(addresses.length).toBeGreaterThan(100);
});

test('every link inside docs/calls.md has its heading', () => {
  const headings = new Set(
    [...committed.matchAll(/^### (.+)$/gm)].map(([, name]) => name!.toLowerCase().replaceAll('.', '')),
  );
  const targets = [...committed.matchAll(/\]\(#([^)]+)\)/g)].map(([, target]) => target!);
  expect(targets.filter((target) => !headings.has(target))).toEqual([]);
});
