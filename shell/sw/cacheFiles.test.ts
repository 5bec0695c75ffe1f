import { expect, test } from 'vitest';
import { cacheFiles } from './cacheFiles.ts';
import { responseOf, base, fakePorts, type Served } from './testing/fakePorts.ts';

const script = '/chat/assets/main.0123abcd.js';
const release = '/chat/remotes/chat/1.0.0/remoteEntry.0123abcd.js';
const avatar = '/chat/avatars/01.svg';
const at = (path: string) => new URL(path, base).href;

/** A gateway that serves this build. */
const served = (more: Served = {}): Served => ({
  [base]: `<script src="${script}"></script>`,
  [`${base}files.json`]: JSON.stringify({ 'assets/main.0123abcd.js': 'sha384-main', 'engine.js': '' }),
  [at(script)]: 'the script',
  [at('engine.js')]: 'the engine',
  [at(release)]: 'the release',
  [at(avatar)]: 'the avatar',
  ...more,
});
const wanted = { script, files: { [release]: 'sha384-release', [avatar]: '' } };
const before = {
  [base]: 'the old page',
  [at('assets/main.ffffffff.js')]: 'the old script',
  [at('engine.js')]: 'the old engine',
};

test('R149 the page, the host and the releases are kept, each by its hash, and what they replace goes', async () => {
  const { ports, asked, cached } = fakePorts(served(), before);
  await cacheFiles(wanted, ports);
  expect(await cached()).toEqual({
    '': `<script src="${script}"></script>`,
    'assets/main.0123abcd.js': 'the script',
    'engine.js': 'the engine',
    'files.json': JSON.stringify({ 'assets/main.0123abcd.js': 'sha384-main', 'engine.js': '' }),
    'remotes/chat/1.0.0/remoteEntry.0123abcd.js': 'the release',
    'avatars/01.svg': 'the avatar',
  });
  expect(asked.find(({ url }) => url === at(script))!.integrity).toBe('sha384-main');
  expect(asked.find(({ url }) => url === at(release))!.integrity).toBe('sha384-release');
});

test('R149 what has a hash and is there already is not asked for again', async () => {
  const { ports, asked } = fakePorts(served(), { [at(script)]: 'the script', [at(avatar)]: 'an older avatar' });
  await cacheFiles(wanted, ports);
  expect(asked.map(({ url }) => url)).not.toContain(at(script));
  expect(asked.map(({ url }) => url)).toContain(at(avatar));
});

test('R256 of a first visit only what was opened is fetched; the rest follows, and stays when less is asked for', async () => {
  const { ports, asked, cached } = fakePorts(served());
  const only = [at(script), at(release)];
  await cacheFiles({ ...wanted, only }, ports);
  expect(asked.map(({ url }) => url)).toEqual([base, `${base}files.json`, at(release), at(script)]);
  expect(await cached()).toHaveProperty('', `<script src="${script}"></script>`);
  await cacheFiles(wanted, ports);
  await cacheFiles({ ...wanted, only }, ports);
  expect(Object.keys(await cached())).toHaveLength(6);
});

const refused = (url: string, status: number) => async () => responseOf(url, '', status);

test.each<[string, Served]>([
  ['a file is missing', { [at(release)]: refused(at(release), 404) }],
  [
    'a file does not arrive, or is not what its hash says',
    { [at(release)]: () => Promise.reject(new TypeError('Failed to fetch')) },
  ],
  [
    'a file comes from elsewhere',
    { [at(release)]: async () => responseOf('https://elsewhere.example/', 'the release') },
  ],
  ['the page is refused', { [base]: refused(base, 503) }],
  ['the list is missing', { [`${base}files.json`]: refused(`${base}files.json`, 404) }],
])('R149 a set that is not whole leaves the page before, with all it needs: %s', async (_, fault) => {
  const { ports, cached } = fakePorts(served(fault), before);
  await expect(cacheFiles(wanted, ports)).rejects.toThrow();
  expect(await cached()).toMatchObject({ '': 'the old page', 'assets/main.ffffffff.js': 'the old script' });
});

test.each<[string, Served]>([
  ['the page', { [base]: '<script src="/chat/assets/main.99999999.js"></script>' }],
  ['the list', { [`${base}files.json`]: JSON.stringify({ 'assets/main.99999999.js': 'sha384-new' }) }],
])('R159 R190 a build that was deployed meanwhile (%s) takes nothing from the open page', async (_, deployed) => {
  const { ports, cached } = fakePorts(served(deployed), before);
  await cacheFiles(wanted, ports);
  expect(await cached()).toEqual({
    '': 'the old page',
    'assets/main.ffffffff.js': 'the old script',
    'engine.js': 'the old engine',
  });
});

test('R158 nothing of another site is kept', async () => {
  const { ports, cached, asked } = fakePorts(served());
  await cacheFiles({ script, files: { 'https://elsewhere.example/chat/x.js': '' } }, ports);
  expect(Object.keys(await cached())).toHaveLength(4);
  expect(asked.every(({ url }) => url.startsWith(base))).toBe(true);
});
