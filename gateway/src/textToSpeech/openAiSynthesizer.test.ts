import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { writeWav } from '@amber/proto/wav';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  pitchOf,
  serviceSampleRate,
  type SpeechSynthesisService,
  speechResponders,
  spokenTone,
  startSpeechSynthesisService,
} from '../testing/speechSynthesisService.ts';
import { createOpenAiSynthesizer } from './openAiSynthesizer.ts';

let service: SpeechSynthesisService;
beforeAll(async () => {
  service = await startSpeechSynthesisService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.respond = speechResponders.tone;
  service.requests.length = 0;
  service.paths.length = 0;
});

const synthesizerAt = (baseUrl: string, { key = 'testspeechkey', synthesisTimeout = 5_000 } = {}) =>
  createOpenAiSynthesizer(
    { baseUrl, key, model: 'speaking', voices: ['coral', 'verse'], cloning: 'none' },
    { limits: { ...limits, synthesisTimeout } },
  );
const request = (text = 'Hello there.', signal = new AbortController().signal) => ({ text, voice: 'verse', signal });
const faultOf = async (work: Promise<unknown>): Promise<Fault> => work.then(() => expect.fail(), Fault.of);

test('R131 a service speaks the text with the voice, and its sound becomes 16 kHz', async () => {
  const synthesizer = synthesizerAt(`${service.url}/`);
  const pcm = await synthesizer.synthesize(request());
  expect(service.requests).toEqual([
    { model: 'speaking', input: 'Hello there.', voice: 'verse', response_format: 'wav' },
  ]);
  expect(service.paths).toEqual(['POST /v1/audio/speech']);
  const original = spokenTone({ input: 'Hello there.', voice: 'verse' });
  expect(pcm).toHaveLength(Math.round((original.length * limits.speechSampleRate) / serviceSampleRate));
  const crossings = pcm.filter((sample, at) => at > 0 && sample >= 0 && pcm[at - 1]! < 0).length;
  expect(crossings / (pcm.length / limits.speechSampleRate)).toBeCloseTo(pitchOf('verse'), -1);
});

test('R131 people learn which service computes the voices', () => {
  expect(synthesizerAt(service.url)).toMatchObject({
    name: 'speaking',
    host: new URL(service.url).host,
    voices: [
      { id: 'coral', name: 'Coral' },
      { id: 'verse', name: 'Verse' },
    ],
    cloning: null,
  });
});

test.each([
  ['refuses', speechResponders.refusal(500), 'it refused', 500],
  ['is busy', speechResponders.refusal(429), 'it refused', 429],
  ['sends no sound', speechResponders.garbage, 'the answer is no sound', undefined],
  ['sends nothing', speechResponders.silence, 'it took too long', undefined],
  ['redirects', speechResponders.redirect('http://127.0.0.1:1/'), 'it redirects', 307],
])('R131 a service that %s fails with a reason that repeats nothing of it', async (_, respond, reason, status) => {
  service.respond = respond;
  const fault = await faultOf(synthesizerAt(service.url, { synthesisTimeout: 500 }).synthesize(request()));
  expect(fault.code).toBe('VOICE_FAILED');
  expect(fault.cause).toMatchObject({ service: new URL(service.url).host, reason, status });
  expect(JSON.stringify(fault.cause) + String(fault.cause)).not.toMatch(/secret|Hello/);
});

test('R131 a wrong key fails, and so does a service that cannot be reached', async () => {
  expect((await faultOf(synthesizerAt(service.url, { key: '' }).synthesize(request()))).cause).toMatchObject({
    status: 401,
  });
  const closed = await startSpeechSynthesisService();
  await closed.close();
  expect((await faultOf(synthesizerAt(closed.url).synthesize(request()))).cause).toMatchObject({
    reason: 'the connection failed (ECONNREFUSED)',
  });
});

test.each([
  ['a rate that does not occur', writeWav(Int16Array.of(1, 2, 3), 22_051)],
  ['no samples', writeWav(new Int16Array(0), 24_000)],
])('T9 a sound with %s fails', async (_, file) => {
  service.respond = (answer) => void answer.end(file);
  expect((await faultOf(synthesizerAt(service.url).synthesize(request()))).code).toBe('VOICE_FAILED');
});

test('T9 a sound without an end is cut off', async () => {
  let sent = 0;
  const endless = createServer((_, answer) => {
    answer.write(writeWav(new Int16Array(1_000), 24_000));
    const more = () => {
      while (!answer.destroyed && answer.write(Buffer.alloc(65_536))) sent += 65_536;
      answer.once('drain', more);
    };
    more();
  });
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  const { port } = endless.address() as AddressInfo;
  expect((await faultOf(synthesizerAt(`http://127.0.0.1:${port}`).synthesize(request()))).code).toBe('VOICE_FAILED');
  expect(sent).toBeLessThan(64 * 1_048_576);
  endless.closeAllConnections();
  endless.close();
});

test('R132 a text that nobody waits for any more is given up at once', async () => {
  service.respond = speechResponders.silence;
  const stop = new AbortController();
  const work = synthesizerAt(service.url).synthesize(request('Hello.', stop.signal));
  await expect.poll(() => service.requests.length).toBe(1);
  const began = performance.now();
  stop.abort(new Error('stopped'));
  await expect(work).rejects.toThrow('stopped');
  expect(performance.now() - began).toBeLessThan(1_000);
});
