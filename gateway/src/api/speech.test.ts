import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@amber/proto/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPhone, outcomeCode, type Person, signIn } from '../testing/client.ts';
import { startTestGateway, temporaryFolder, type TestGateway } from '../testing/gateway.ts';
import { newBundle } from '../testing/keys.ts';

const iat = {
  provider: 'iat' as const,
  appId: 'app0001',
  apiKey: 'publishedkey',
  apiSecret: 'hmac-secret-of-the-operator',
  url: 'wss://iat-api.xfyun.cn/v2/iat',
};
const relay = {
  provider: 'relay' as const,
  baseUrl: 'http://127.0.0.1:9/v1',
  key: 'relay-key-of-the-operator',
  model: 'm',
};
const audio = Uint8Array.of(0xff, 0xfb, 0x10);
const sessions = 3;
/** The files of the host. */
const files = { 'index.html': '<!doctype html><head><!--amber-config--></head>', 'engine.js': 'export {};' };

let now = Date.now();
let signing: TestGateway;
let relaying: TestGateway;
beforeAll(async () => {
  const shellDir = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(shellDir, name), text);
  const shared = { clock: () => now, limits: { speechSessionsPerHour: sessions }, shellDir };
  [signing, relaying] = await Promise.all([
    startTestGateway({ ...shared, speech: iat }),
    startTestGateway({ ...shared, speech: relay }),
  ]);
});
afterAll(() => Promise.all([signing.close(), relaying.close()]));

test('R144 a device learns who hears the sound, and gets a URL for one session', async () => {
  const { api } = await signIn(signing);
  expect(await api.speech.settings({})).toEqual({ provider: 'iat', host: 'iat-api.xfyun.cn' });
  const { url, appId } = await api.speech.signUrl({});
  expect(url).toMatch(/^wss:\/\/iat-api\.xfyun\.cn\/v2\/iat\?authorization=/);
  expect(appId).toBe('app0001');
  // The service refuses it when its clock differs by more than 300 s.
  expect(new URL(url).searchParams.get('date')).toBe(new Date(now).toUTCString());
});

test('T20 an account over its hourly quota gets no URL, and another account gets one', async () => {
  const [ada, ben] = [await signIn(signing), await signIn(signing)];
  const codes = async ({ api }: Person, count: number) => {
    const found: string[] = [];
    for (let one = 0; one < count; one += 1) found.push(await outcomeCode(api.speech.signUrl({})));
    return found;
  };
  expect(await codes(ada, sessions + 2)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'SPEECH_BUSY', 'SPEECH_BUSY']);
  expect(await codes(ben, 1)).toEqual(['SUCCESS']);
  now += 60 * 60 * 1_000;
  const later = await signIn(signing, { phone: ada.phone, deviceId: ada.deviceId });
  expect(await codes(later, 1)).toEqual(['SUCCESS']);
});

test('T20 the relay has the same quota, which calls at the same time cannot pass', async () => {
  const { api } = await signIn(relaying);
  expect(await api.speech.settings({})).toEqual({ provider: 'relay', host: '127.0.0.1:9' });
  const calls = Array.from({ length: sessions + 2 }, () => outcomeCode(api.speech.transcribe({ audio })));
  expect((await Promise.all(calls)).sort()).toEqual([
    ...Array<string>(2).fill('SPEECH_BUSY'),
    ...Array<string>(sessions).fill('SPEECH_FAILED'),
  ]);
});

test('T20 R146 a device that is not approved gets nothing', async () => {
  const phone = newPhone();
  const { api, deviceId } = await signIn(signing, { phone });
  await api.user.initPreKeyBundle({ isNewDevice: true, pkb: newBundle(deviceId) });
  const thief = await signIn(signing, { phone, deviceId: 'thief', approved: false });
  for (const work of [
    () => thief.api.speech.settings({}),
    () => thief.api.speech.signUrl({}),
    () => thief.api.speech.transcribe({ audio }),
  ])
    expect(await outcomeCode(work())).toBe('NO_AUTH');
});

test.each([
  ['no sound', { audio: new Uint8Array(0) }, 'BAD_REQUEST'],
  ['too much sound', { audio: new Uint8Array(limits.speechAudioMax + 1) }, 'TOO_LARGE'],
  ['too long a language', { audio, language: 'z'.repeat(100) }, 'TOO_LARGE'],
])('%s is refused before it is relayed', async (_, request, code) => {
  expect(await outcomeCode((await signIn(relaying)).api.speech.transcribe(request))).toBe(code);
});

test('R144 each provider has its own call, and without one there is none', async () => {
  const none = await startTestGateway();
  const { api } = await signIn(none);
  expect(await api.speech.settings({})).toEqual({ provider: '', host: '' });
  const { api: signed } = await signIn(signing);
  const { api: relayed } = await signIn(relaying);
  for (const work of [
    () => api.speech.signUrl({}),
    () => api.speech.transcribe({ audio }),
    () => signed.speech.transcribe({ audio }),
    () => relayed.speech.signUrl({}),
  ])
    expect(await outcomeCode(work())).toBe('SPEECH_NOT_SET_UP');
  await none.close();
});

describe('R146 a secret of speech', () => {
  test('R146 is in no reply; the key is only inside the signed URL', async () => {
    const { api } = await signIn(signing);
    const { url, ...rest } = await api.speech.signUrl({});
    const authorization = new URL(url).searchParams.get('authorization')!;
    const decoded = Buffer.from(authorization, 'base64').toString();
    expect(decoded).toContain(iat.apiKey);
    for (const text of [url, decoded, JSON.stringify(rest), JSON.stringify(await api.speech.settings({}))])
      expect(text).not.toContain(iat.apiSecret);
    expect(JSON.stringify([rest, await api.speech.settings({})])).not.toContain(iat.apiKey);
    const { api: relayed } = await signIn(relaying);
    expect(JSON.stringify(await relayed.speech.settings({}))).not.toContain(relay.key);
  });

  test.each([
    ['/chat/', 200],
    ['/chat/engine.js', 200],
    ['/gateway/config', 200],
    ['/chat/absent.js', 404],
  ])('R146 is in neither the body nor the headers of %s', async (path, status) => {
    for (const { url } of [signing, relaying]) {
      const answer = await fetch(`${url}${path}`);
      expect(answer.status).toBe(status);
      const all = JSON.stringify([...answer.headers]) + (await answer.text());
      for (const secret of [iat.apiSecret, iat.apiKey, relay.key]) expect(all).not.toContain(secret);
    }
  });
});
