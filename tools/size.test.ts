import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
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
