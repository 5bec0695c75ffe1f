// Tokens and keys are opened by the engine alone: no page's code names the tables that hold them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './run.ts';

/** The tables of keys and sessions, and the database of tokens. */
const secret =
  /\b(?:db|accountDb\(\)!?\??)\s*\??\.\s*(?:identity|prekey|sessions|pins|accounts)\b|\bopenDeviceDb\b|\btable\(/;
/**
 * Where they are declared; the reader of moments, which takes rows of its own keys' beginnings alone; and the list of
 * what features do not get.
 */
const declared = new Set([
  'shared/client/src/db.ts',
  'shared/client/src/moments.ts',
  'shell/src/federation/load/shared.ts',
]);

const namesSecrets = (code: string): boolean => secret.test(code.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, ''));

it('R88 R204 no page and no feature opens what holds tokens and private keys', () => {
  const files = [
    'shell/src/**/*.{ts,tsx}',
    'shared/*/src/**/*.{ts,tsx}',
    'remotes/*/src/**/*.{ts,tsx}',
    'shell/sw/**/*.ts',
  ]
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !/\.test\.tsx?$|\/testing\/|\/node_modules\//.test(file) && !declared.has(file));
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => namesSecrets(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

it.each([
  ['const keys = await db.identity.toArray();', true],
  ['accountDb()?.sessions.get(key)', true],
  ['openDeviceDb().accounts.toArray()', true],
  ["db.table('identity')", true],
  ['db.messages.get(id) // not db.identity', false],
])('it finds %s', (code, found) => {
  expect(namesSecrets(code)).toBe(found);
});
