import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './run.ts';

/** What docs/operations.md puts into the folder of a deployment: passwords, and a backup of everything. */
const secrets = ['deploy/amber.env', 'deploy/backup/manifest.json'];

const linesOf = (file: string): string[] => readFileSync(join(root, file), 'utf8').split('\n').filter(Boolean);

/** The paths of this repository that the image is built from. */
const copied = linesOf('deploy/Containerfile')
  .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
  .flatMap((line) => line.split(' ').slice(1, -1));

describe('the secrets of a deployment', () => {
  test.each(secrets)('git ignores %s', (path) => {
    expect(execFileSync('git', ['check-ignore', path], { cwd: root, encoding: 'utf8' }).trim()).toBe(path);
  });

  test.each(secrets)('%s is neither sent to the builder of the image nor copied into it', (path) => {
    const ignored = linesOf('.dockerignore');
    expect(ignored.some((pattern) => path === pattern || path.startsWith(`${pattern}/`))).toBe(true);
    expect(copied.filter((source) => source === '.' || path === source || path.startsWith(`${source}/`))).toEqual([]);
  });
});

test.each(copied)('the image is built from %s, which exists', (source) => {
  expect(existsSync(join(root, source))).toBe(true);
});
