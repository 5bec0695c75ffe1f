import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sharedCodeVersion } from '../rspack/sharedCodeVersion.ts';
import { bin, root, run } from '../run.ts';
import { buildKit, writeKit, type Kit } from './buildKit.ts';
import { onNode24 } from './onNode24.ts';

let kit: Kit;
let folder: string;

const runIn = (cwd: string, program: string, ...args: string[]) => run(program, args, { cwd, quiet: true });
const newRemote = (...args: string[]) =>
  runIn(folder, process.execPath, join(folder, 'node_modules/@amber/kit/lib/tools/kit/bin/newRemote.js'), ...args);

/** The kit beside the packages of others; none of this repository's own are there. */
beforeAll(async () => {
  kit = await buildKit();
  folder = mkdtempSync(join(tmpdir(), 'amber-kit-test-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@amber', 'kit'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@amber' && name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  writeKit(kit, join(folder, 'kit'));
  const archive = join(folder, 'kit', kit.fileName);
  await runIn(folder, 'tar', '-xzf', archive, '--strip-components=1', '-C', join(modules, '@amber', 'kit'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('R206 the same sources give the same bytes, and npm finds no script to run', async () => {
  const again = await buildKit();
  expect(again.fileName).toBe(kit.fileName);
  expect(again.content.equals(kit.content)).toBe(true);
  const manifest = readFileSync(join(folder, 'node_modules/@amber/kit/package.json'), 'utf8');
  expect(JSON.parse(manifest)).not.toHaveProperty('scripts');
  expect(manifest).not.toMatch(/"[\^~]/); // exact versions
});

test('R210 a remote that is built with the kit shares with those of the sources that the kit was made from', async () => {
  const ofKit = (await import(join(folder, 'node_modules/@amber/kit/lib/tools/rspack/sharedCodeVersion.js'))) as {
    sharedCodeVersion(): string;
  };
  expect(ofKit.sharedCodeVersion()).toBe(sharedCodeVersion());
});

test.each([
  ['', "A remote's name"],
  ['Polls', "A remote's name"],
  ['../evil', "A remote's name"],
  ['node_modules', "A remote's name"],
  ['kit', 'kit exists already'],
])('R206 the name %j is refused with a sentence', async (name, sentence) => {
  const { status, output } = await newRemote(name, '--kit', 'https://chat.example.org/chat/kit/kit.tgz');
  expect(status).toBe(1);
  expect(output).toContain(sentence);
  expect(existsSync(join(folder, '..', 'evil'))).toBe(false);
});

test('R206 an older Node is named in a sentence, before it fails at a name that it does not have', async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue();
  const program = vi.fn();
  await onNode24(program, '20.20.2');
  expect(program).not.toHaveBeenCalled();
  expect(errors).toHaveBeenCalledWith(expect.stringContaining('this is Node 20.20.2'));
  process.exitCode = undefined;
  errors.mockRestore();
});

test('R206 a kit whose address npm does not know asks for it', async () => {
  const { status, output } = await newRemote('polls');
  expect({ status, output }).toMatchObject({ status: 1, output: expect.stringContaining('--kit ADDRESS') as string });
});

test('R206 R207 a new remote type-checks with the kit alone, and compiles with none of its inner names', async () => {
  await newRemote('polls', '--kit', 'https://chat.example.org/chat/kit/kit.tgz');
  const polls = join(folder, 'polls');
  const manifest = JSON.parse(readFileSync(join(polls, 'package.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({
    name: '@amber/remote-polls',
    amber: { owner: 'polls', contract: '^2', gateway: 'https://chat.example.org' },
    dependencies: { '@amber/kit': 'https://chat.example.org/chat/kit/kit.tgz' },
  });
  expect(readdirSync(polls)).toEqual(expect.arrayContaining(['.github', '.gitignore', 'README.md']));
  const words = join(folder, 'node_modules/@amber/kit/lib/tools/kit/bin/words.js');
  expect(await runIn(polls, process.execPath, words)).toEqual({ status: 0, output: '' });
  expect(await runIn(polls, bin('tsc'))).toEqual({ status: 0, output: '' });

  const inner = ['lib/shared/client/src/useQuery.js', 'client/pendingCalls', 'proto/codec', 'client/src/useQuery'];
  const unshared = ['createBrowserRouter', 'useLoaderData'];
  writeFileSync(
    join(polls, 'src/inner.ts'),
    [
      ...inner.map((name) => `import '@amber/kit/${name}';`),
      `export { Link, ${unshared.join(', ')} } from 'react-router-dom';`,
    ].join('\n'),
  );
  const { status, output } = await runIn(polls, bin('tsc'));
  expect(status).not.toBe(0);
  for (const name of [...inner.map((path) => `@amber/kit/${path}`), ...unshared]) expect(output).toContain(name);
  expect(output).not.toContain('Link');
});
