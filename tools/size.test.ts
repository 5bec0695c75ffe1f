import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { oneBundle } from '../bench/oneBundle/build.ts';
import { firstLoad } from './firstLoad.ts';
import { engine, host } from './rspack/host.ts';
import { remote } from './rspack/remote.ts';
import { root } from './run.ts';

const assets = join(root, 'shell', 'dist', 'assets');
const kiloBytes = (path: string) => brotliCompressSync(readFileSync(path)).length / 1000;
const sum = (paths: string[]) => paths.map(kiloBytes).reduce((a, b) => a + b, 0);

// Guards what `npm run bench` measures in a browser. Only a build can be weighed.
it.runIf(existsSync(assets))('the sign-in page needs no more than 102 kB before a code can be asked for', () => {
  const first = readdirSync(assets).filter((name) => name.startsWith('main.')).map((name) => join(assets, name));
  expect(first.length).toBe(2); // one script, one stylesheet
  expect(sum([...first, join(root, 'shell', 'dist', 'index.html')])).toBeLessThan(102);
});

it.runIf(existsSync(join(root, 'remotes', 'chat', 'dist')))('a remote brings no copy of what the host lends', () => {
  const dist = join(root, 'remotes', 'chat', 'dist');
  const entry = readdirSync(dist).find((name) => name.startsWith('remoteEntry'))!;
  expect(kiloBytes(join(dist, entry))).toBeLessThan(10);
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js')).map((name) => readFileSync(join(dist, 'assets', name), 'utf8'));
  for (const text of scripts) {
    expect(text).not.toContain('hydrateRoot'); // react-dom
    expect(text).not.toContain('DexieError'); // dexie
  }
});

describe.runIf(existsSync(assets))('until the list of conversations stands', () => {
  const shell = join(root, 'shell');
  const chat = remote(join(root, 'remotes', 'chat'));
  const pageFiles = () => firstLoad(host(shell), ['main', 'member']);
  const chatFiles = () => firstLoad(chat, [chat.name!, 'remote']);

  it('B8 the app, its engine and the chat need no more than 275 kB', async () => {
    // The engine has Dexie from the page; what seals is fetched when the list stands.
    const isHere = (file: string) => readdirSync(assets).includes(file.replace('assets/', '')) && file.includes('/dexie.');
    const files = await Promise.all([pageFiles(), chatFiles(), firstLoad(engine(shell), ['engine'], isHere)]);
    const rest = 10.5; // the page with its registry, an icon and an avatar, and what stands in front of each answer
    expect(files.reduce((sum, kilo) => sum + kilo, rest)).toBeLessThan(275);
  });

  it('B8 the page and its engine share one file of Dexie', () => {
    const [file, ...others] = readdirSync(assets).filter((name) => name.startsWith('dexie.'));
    expect(others).toEqual([]);
    expect(readFileSync(join(shell, 'dist', 'engine.js'), 'utf8')).toContain(file!);
    expect(Object.keys(JSON.parse(readFileSync(join(shell, 'dist', 'files.json'), 'utf8')) as object)).toContain(`assets/${file}`);
  });

  it('B16 the federation costs no more than 35 kB over one bundle', async () => {
    const [page, own, bundle] = await Promise.all([pageFiles(), chatFiles(), firstLoad(oneBundle(), ['main', 'member'])]);
    const answers = 3 * 0.75; // three more files, each with its headers
    expect(page + own - bundle + answers).toBeLessThan(35);
  });
});
