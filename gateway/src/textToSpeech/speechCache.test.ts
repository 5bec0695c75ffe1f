import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../testing/gateway.ts';
import { createSpeechCache } from './speechCache.ts';

let parent: string;
beforeAll(async () => {
  parent = await temporaryFolder();
});
afterAll(() => rm(parent, { recursive: true }));

const newFolder = () => join(parent, randomBytes(6).toString('hex'));
const onError = vi.fn();
const open = (folder: string, voiceCacheMax = 1_000_000) =>
  createSpeechCache({ folder, limits: { voiceCacheMax }, onError });
const key = (text: string, voice = 'clara') => ({ synthesizer: 'test', voice, text });
const pcm = (value: number, length = 1_000) => new Int16Array(length).fill(value);
const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

test('R131 a sound is found again, also after a restart, for its own text, voice and synthesizer', async () => {
  const folder = newFolder();
  await open(folder).put(key('Hello.'), Int16Array.of(-32_768, 0, 32_767));
  const cache = open(folder);
  expect(await cache.get(key('Hello.'))).toEqual(Int16Array.of(-32_768, 0, 32_767));
  for (const other of [key('Hello'), key('Hello.', 'emma'), { ...key('Hello.'), synthesizer: 'other' }])
    expect(await cache.get(other)).toBeNull();
  expect(onError).not.toHaveBeenCalled();
});

test('R131 the folder is bounded: the sound that was used longest ago goes first', async () => {
  const folder = newFolder();
  const cache = open(folder, 5_000);
  for (const text of ['a', 'b']) await cache.put(key(text), pcm(1));
  await cache.get(key('a'));
  await cache.put(key('c'), pcm(1));
  expect([await cache.get(key('a')), await cache.get(key('b'))].map(Boolean)).toEqual([true, false]);
  expect(await filesIn(folder)).toHaveLength(2);
  await cache.put(key('huge'), pcm(1, 5_000));
  expect(await filesIn(folder)).toHaveLength(2);
  // A smaller bound after a restart holds at once.
  await open(folder, 2_500).get(key('a'));
  expect(await filesIn(folder)).toHaveLength(1);
});

test.each([
  ['cut off', (file: string) => truncate(file, 500)],
  ['empty', (file: string) => truncate(file, 0)],
  ['changed', async (file: string) => writeFile(file, (await readFile(file)).fill(7, 100, 110))],
  ['deleted', (file: string) => rm(file)],
])('R131 a file that was %s costs its sound and nothing else', async (_, damage) => {
  const folder = newFolder();
  const cache = open(folder);
  await cache.put(key('a'), pcm(3));
  const [{ parentPath, name }] = (await filesIn(folder)) as unknown as [{ parentPath: string; name: string }];
  await damage(join(parentPath, name));
  expect(await cache.get(key('a'))).toBeNull();
  await cache.put(key('a'), pcm(4));
  expect(await cache.get(key('a'))).toEqual(pcm(4));
});

test('R131 what a killed gateway left half written is removed, and other folders are left alone', async () => {
  const folder = newFolder();
  await open(folder).put(key('a'), pcm(1));
  const [{ parentPath }] = (await filesIn(folder)) as unknown as [{ parentPath: string }];
  await writeFile(join(parentPath, 'half.tmp'), 'x');
  await mkdir(join(folder, 'lost+found'));
  await open(folder).get(key('a'));
  expect(await filesIn(folder)).toHaveLength(1);
  expect(await readdir(folder)).toContain('lost+found');
});

test('R131 a removed voice leaves no sound behind, not even one whose synthesis was running', async () => {
  const folder = newFolder();
  const cache = open(folder);
  await cache.put(key('a', 'voice_1'), pcm(1));
  await cache.put(key('a', 'voice_2'), pcm(2));
  await Promise.all([cache.put(key('b', 'voice_1'), pcm(1)), cache.removeVoice('voice_1')]);
  await cache.put(key('c', 'voice_1'), pcm(1));
  expect(await filesIn(folder)).toHaveLength(1);
  expect(await cache.get(key('a', 'voice_1'))).toBeNull();
  expect(await cache.get(key('a', 'voice_2'))).toEqual(pcm(2));
});

test('R131 of voices that no longer exist nothing is kept, and they may be cached again', async () => {
  const folder = newFolder();
  const cache = open(folder);
  for (const voice of ['clara', 'emma', 'voice_1']) await cache.put(key('a', voice), pcm(1));
  await cache.retainVoices(['clara', 'never cached']);
  expect(await filesIn(folder)).toHaveLength(1);
  expect(await cache.get(key('a'))).toEqual(pcm(1));
  await cache.put(key('a', 'emma'), pcm(2));
  expect(await cache.get(key('a', 'emma'))).toEqual(pcm(2));
});

test.each(['../../outside', '/etc', '..', 'a/b', 'x\0y', ''])(
  'R131 a voice with the id %j stays in the folder',
  async (voice) => {
    const folder = newFolder();
    const cache = open(folder);
    await cache.put(key('a', voice), pcm(1));
    expect(await cache.get(key('a', voice))).toEqual(pcm(1));
    expect(await filesIn(folder)).toHaveLength(1);
    await cache.removeVoice(voice);
    expect(await filesIn(folder)).toHaveLength(0);
  },
);

test('R131 a folder that cannot be written costs only the cache', async () => {
  const file = newFolder();
  await writeFile(file, 'a file is in the way');
  const cache = open(file);
  await cache.put(key('a'), pcm(1));
  expect(await cache.get(key('a'))).toBeNull();
  expect(onError).toHaveBeenCalled();
});
