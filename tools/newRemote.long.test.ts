import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractVersion } from '../proto/src/contract.ts';
import { newRemote } from './newRemote.ts';
import { bin, root, run } from './run.ts';

let copy: string;

/** The folders that a remote depends on, and nothing else of the repository. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'amber-new-'));
  for (const folder of ['remotes/template', 'remotes/chat', 'proto', 'shared', 'tools', 'shell/src']) {
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !path.endsWith('/node_modules'),
    });
  }
  for (const file of ['tsconfig.base.json', 'tsconfig.remote.json', '.oxlintrc.json'])
    cpSync(join(root, file), join(copy, file));
  // Our own packages resolve to those of the copy.
  mkdirSync(join(copy, 'node_modules', '@amber'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@amber' && name !== '.cache')
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  }
  for (const name of readdirSync(join(copy, 'shared'))) {
    const folder = join(copy, 'shared', name);
    symlinkSync(
      folder,
      join(
        copy,
        'node_modules',
        (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string }).name,
      ),
    );
  }
  symlinkSync(join(copy, 'proto'), join(copy, 'node_modules', '@amber', 'proto'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('R154 a new remote has names of its own, and type-checks and builds as it is', async () => {
  const folder = newRemote('polls', copy);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string; amber: object };
  expect(manifest).toMatchObject({
    name: '@amber/remote-polls',
    amber: { owner: 'polls', contract: `^${contractVersion}` },
  });
  expect(manifest.amber).not.toHaveProperty('template');
  expect(readFileSync(join(folder, 'src/remote.tsx'), 'utf8')).toContain('path="/polls"');

  expect(await run(bin('tsc'), ['-b', folder], { quiet: true })).toMatchObject({ status: 0 });
  const built = await run(bin('rspack'), ['build'], { cwd: folder, quiet: true });
  expect(stripVTControlCharacters(built.output)).toContain('polls_0_1_0 compiled successfully');
  expect(JSON.parse(readFileSync(join(folder, 'dist/amber-remote.json'), 'utf8'))).toMatchObject({
    name: 'polls',
    version: '0.1.0',
  });
});

test.each([
  ['', "A remote's name"],
  ['Polls', "A remote's name"],
  ['../evil', "A remote's name"],
  ['my-polls', "A remote's name"],
  ['x', "A remote's name"],
  ['chat', 'exists already'],
  ['template', 'exists already'],
])('the name %j is refused with a sentence', (wanted, sentence) => {
  expect(() => newRemote(wanted, copy)).toThrow(sentence);
  expect(existsSync(join(copy, 'evil'))).toBe(false);
});
