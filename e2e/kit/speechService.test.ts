import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import {
  recordedResults,
  recordedText,
  refusalCodes,
  resultsOf,
  signTestUrl,
  speechScripts,
  type SpeechService,
  startSpeechService,
  testKeys,
} from './speechService.ts';

const frameBytes = 2_560;
const business = { language: 'zh_cn', domain: 'iat', accent: 'mandarin', vad_eos: 9_000, dwa: 'wpgs' };

let service: SpeechService;
afterEach(() => service.close());

const signed = (changes: Partial<typeof testKeys & { url: string }> = {}, now = Date.now()) =>
  signTestUrl({ ...service.iat, ...changes }, now);

interface Answer {
  code: number;
  data: {
    status: number;
    result: { sn: number; pgs: string; rg?: [number, number]; ws: { cw: { w: string }[] }[] };
  } | null;
}

/** Sends frames to the service, and returns its answers once it has closed. */
async function talk(url: string, frames: readonly object[], every = 0): Promise<Answer[]> {
  const socket = new WebSocket(url);
  const answers: Answer[] = [];
  socket.onmessage = ({ data }) => answers.push(JSON.parse(String(data)) as Answer);
  const closed = new Promise<void>((resolve) => (socket.onclose = () => resolve()));
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error('refused'));
  });
  for (const frame of frames) {
    socket.send(JSON.stringify(frame));
    if (every > 0) await sleep(every);
  }
  await closed;
  return answers;
}

const audio = (bytes = frameBytes) => Buffer.alloc(bytes, 1).toString('base64');
const dataOf = (status: number, bytes = frameBytes) => ({
  status,
  format: 'audio/L16;rate=16000',
  encoding: 'raw',
  audio: audio(bytes),
});
const first = { common: { app_id: testKeys.appId }, business, data: dataOf(0) };
const next = { data: dataOf(1) };
const last = { data: { status: 2 } };

/** Applies results as a client does. */
function textOf(answers: readonly Answer[]): string {
  const texts = new Map<number, string>();
  for (const { data } of answers) {
    const { sn, pgs, rg, ws } = data!.result;
    if (pgs === 'rpl') for (let at = rg![0]; at <= rg![1]; at += 1) texts.delete(at);
    texts.set(sn, ws.flatMap(({ cw }) => cw.map(({ w }) => w)).join(''));
  }
  return [...texts]
    .sort(([one], [other]) => one - other)
    .map(([, text]) => text)
    .join('');
}

describe('R144 the test server of the speech protocol', () => {
  test('R144 takes frames of 2,560 bytes each 40 ms, and sends its results meanwhile', async () => {
    service = await startSpeechService();
    const answers = await talk(
      await signed(),
      [first, ...Array.from({ length: 8 }, () => next), { data: dataOf(2, 640) }],
      45,
    );
    expect(textOf(answers)).toBe(recordedText);
    expect(answers.at(-1)!.data!.status).toBe(2);
    expect(service.sessions[0]).toMatchObject({ frames: 10, hasEnded: true, refusal: null });
    expect(service.sessions[0]!.pcm()).toHaveLength(9 * 1_280 + 320);
  });

  test('R144 any texts can be its results', async () => {
    service = await startSpeechService();
    service.script = speechScripts.results(resultsOf(['你好', '，再见']));
    expect(textOf(await talk(await signed(), [first, next, last]))).toBe('你好，再见');
    expect(recordedResults.at(-1)!.isLast).toBe(true);
  });

  test('R144 it can end a session by itself, as after a long silence', async () => {
    service = await startSpeechService();
    service.script = speechScripts.ends(resultsOf(['你好']), 2);
    const answers = await talk(await signed(), [first, next, next, next]);
    expect([textOf(answers), answers.at(-1)!.data!.status]).toEqual(['你好', 2]);
    expect(service.sessions[0]).toMatchObject({ frames: 2, refusal: null });
  });

  const replaced = async (url: Promise<string>, pattern: RegExp | string, by: string) =>
    (await url).replace(pattern, by);

  test.each([
    ['another secret', () => signed({ apiSecret: 'another' })],
    ['another key', () => signed({ apiKey: 'another' })],
    [
      'the signature of another host',
      () => replaced(signed({ url: 'ws://a.example/v2/iat' }), 'ws://a.example', new URL(service.iat.url).origin),
    ],
    ['a date that is 301 s old', () => signed({}, Date.now() - 301_000)],
    // A date has whole seconds, and some time passes until it is compared.
    ['a date that is too far ahead', () => signed({}, Date.now() + 310_000)],
    [
      'a later date under an old signature',
      () =>
        replaced(signed({}, Date.now() - 10_000), /date=[^&]*/, `date=${encodeURIComponent(new Date().toUTCString())}`),
    ],
    ['no signature', async () => service.iat.url],
    ['another path', () => replaced(signed(), '/v2/iat', '/v2/other')],
  ])('T20 R144 a URL with %s is refused', async (_, url) => {
    service = await startSpeechService();
    await expect(talk(await url(), [first])).rejects.toThrow('refused');
    expect(service.refusedUrls).not.toEqual([]);
    expect(service.sessions).toHaveLength(0);
  });

  test.each([-295_000, 295_000])('T20 a date within 300 s is accepted', async (off) => {
    service = await startSpeechService();
    await talk(await signed({}, Date.now() + off), [first, last]);
    expect(service.sessions).toHaveLength(1);
  });

  test.each([
    ['app', [{ ...first, common: { app_id: 'another' } }]],
    ['parameter', [{ ...first, business: { ...business, language: 'en_us' } }]],
    ['parameter', [{ ...first, business: { ...business, vad_eos: 3_000 } }]],
    ['parameter', [next]],
    ['parameter', [first, first]],
    ['parameter', [{ ...first, data: { ...dataOf(0), format: 'audio/L16;rate=8000' } }]],
    ['audio', [{ ...first, data: dataOf(0, frameBytes + 2) }]],
    ['audio', [{ ...first, data: dataOf(0, 1_280) }, next]],
    ['audio', [first, { data: { ...dataOf(1), audio: '' } }]],
    ['audio', [first, { data: { ...dataOf(1), audio: '<b>' } }]],
    ['tooFast', [first, ...Array.from({ length: 40 }, () => next)]],
  ] as const)('R144 a session is ended by its error for %s', async (refusal, frames) => {
    service = await startSpeechService();
    service.script = speechScripts.stall;
    expect(await talk(await signed(), frames)).toMatchObject([{ code: refusalCodes[refusal], data: null }]);
    expect(service.sessions[0]!.refusal).toBe(refusal);
  });

  test('R144 a session of more than 60 s is ended', async () => {
    service = await startSpeechService({ pace: Infinity });
    service.script = speechScripts.stall;
    const frames = Array.from({ length: 1_500 }, () => next);
    expect(await talk(await signed(), [first, ...frames])).toMatchObject([{ code: refusalCodes.tooLong }]);
  });

  test('it can fail with an error, or break the connection in the middle', async () => {
    service = await startSpeechService();
    service.script = speechScripts.bySession([speechScripts.error(10_110, 2), speechScripts.cut(2)]);
    expect(await talk(await signed(), [first, next])).toMatchObject([{ code: 10_110 }]);
    expect(await talk(await signed(), [first, next])).toMatchObject([{ code: 0 }]);
  });
});
