import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '@amber/proto/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { madeSpeech } from '../testing/madeSpeech.ts';
import { startSpeechSynthesisService, type SpeechSynthesisService } from '../testing/speechSynthesisService.ts';
import { createOpenAiCloning, joinSamples } from './openAiCloning.ts';

let service: SpeechSynthesisService;
beforeAll(async () => {
  service = await startSpeechSynthesisService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.refuseVoices = 0;
  service.paths.length = 0;
});

const sample = (seconds: number) => ({ text: 'x', pcm: madeSpeech({ seconds }) });
const request = () => ({
  name: 'amber-1',
  language: 'en',
  consent: sample(5),
  samples: [sample(4), sample(4), sample(4), sample(4)],
});
const cloningAt = (baseUrl: string) => createOpenAiCloning({ baseUrl, key: 'testspeechkey' }, limits);

test('R131 the service gets the consent, and a sample of all recordings that names it', async () => {
  const made = await cloningAt(`${service.url}/`).clone(request());
  expect(service.consents.get(made.consent)).toEqual({ name: 'amber-1', duration: 5_000, language: 'en' });
  expect(service.voices.get(made.voice)).toMatchObject({ name: 'amber-1', consent: made.consent, duration: 18_000 });
});

test('R131 a voice and its consent are deleted, also a second time', async () => {
  const cloning = cloningAt(service.url);
  const made = await cloning.clone(request());
  await cloning.remove(made);
  expect([service.voices.has(made.voice), service.consents.has(made.consent)]).toEqual([false, false]);
  await cloning.remove(made);
  service.refuseVoices = 500;
  await expect(cloning.remove(made)).rejects.toMatchObject({ code: 'VOICE_FAILED' });
});

test('R131 a voice that cannot be made leaves no consent there', async () => {
  const before = service.consents.size;
  // The service accepts the consent and refuses a sample without sound.
  await expect(cloningAt(service.url).clone({ ...request(), samples: [] })).rejects.toMatchObject({
    code: 'VOICE_FAILED',
  });
  expect(service.paths.map((path) => path.replace('/v1/audio/', '').replace(/\/.*/, ''))).toEqual([
    'POST voice_consents',
    'POST voices',
    'DELETE voice_consents',
  ]);
  expect(service.consents.size).toBe(before);
});

/** A service that answers every request in the same way; returns what the caller gets. */
async function answeredBy(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const thrown: unknown = await cloningAt(`http://127.0.0.1:${port}/v1`)
    .clone(request())
    .catch((error: unknown) => error);
  server.closeAllConnections();
  server.close();
  return thrown as { code: string; cause: Error };
}

test.each<[string, RequestListener, RegExp]>([
  ['refuses', (_, answer) => answer.writeHead(403).end('a secret'), /it refused/],
  ['redirects', (_, answer) => answer.writeHead(307, { location: 'https://elsewhere.example' }).end(), /it redirects/],
  ['sends no JSON', (_, answer) => answer.end('a secret'), /cannot be read/],
  ['sends null', (_, answer) => answer.end('null'), /no id/],
  ['names an id that is a path', (_, answer) => answer.end('{"id":"../files/1"}'), /no id/],
  ['answers endlessly', (_, answer) => answer.end('x'.repeat(2 * limits.serviceAnswerMax)), /too long|cannot be read/],
  ['breaks the connection', (request) => request.destroy(), /failed/],
])('R131 a service that %s is a failure, of which the log has no text', async (_name, listener, reason) => {
  const { code, cause } = await answeredBy(listener);
  expect(code).toBe('VOICE_FAILED');
  expect(cause.message).toMatch(reason);
  expect(`${cause.message} ${String(cause.cause)}`).not.toContain('secret');
});

test('R131 the joined sample has pauses, and at most 29 s', () => {
  const rate = limits.speechSampleRate;
  const joined = joinSamples([sample(2), sample(3)], rate);
  expect(joined).toHaveLength(6 * rate);
  expect(joined.subarray(2 * rate, 2.5 * rate).every((one) => one === 0)).toBe(true);
  expect(joined.subarray(2.5 * rate, 5.5 * rate)).toEqual(madeSpeech({ seconds: 3 }));
  expect(joinSamples([sample(20), sample(20), sample(20)], rate)).toHaveLength(29 * rate);
});
