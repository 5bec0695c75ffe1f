// The Chinese catalogues: spaces around names, and one word for a thing.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../run.ts';

const lines = globSync('{shell,shared/*,remotes/*}/src/words/zh-Hans.json', { cwd: root }).flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((line, index) => ({ at: `${file}:${index + 1}`, line })),
);

test('R219 a name has a space between it and Chinese characters', () => {
  const glued = lines.filter(({ line }) => /\p{Script=Han}\{name\}|\{name\}\p{Script=Han}/u.test(line));
  expect(glued).toEqual([]);
});

test('R219 a companion and its kind mate have a word each', () => {
  const withMate = lines.filter(
    ({ line }) => line.includes('好友') && !/助手、好友和分身|"mate": "(AI )?好友"/.test(line),
  );
  expect(withMate).toEqual([]);
});
