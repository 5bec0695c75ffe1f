// The workflows of the repository run what contributors run, with actions whose content cannot change.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.ts';

const workflows = globSync('.github/workflows/*.yml', { cwd: root });
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test.each(workflows)('%s names each action by its commit and gets no right to write', (path) => {
  const text = read(path);
  const used = [...text.matchAll(/uses: (.+)/g)].map(([, action]) => action!);
  expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/.test(action))).toEqual([]);
  expect(used.length).toBeGreaterThan(0);
  expect(text).toContain('permissions: { contents: read }');
});

test('a pull request is tested with the command of a contributor', () => {
  const text = read('.github/workflows/test.yml');
  expect(text).toContain('pull_request:');
  expect(text).toContain('- run: npm test\n');
});
