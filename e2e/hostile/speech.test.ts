// A gateway with a speech service: the service accepts its URLs, and a service that misbehaves does no harm.
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestGateway, type TestGateway } from '@amber/gateway/testing';
import { outcomeCode, type Person, signIn } from '@amber/gateway/testing/client';
import { limits } from '@amber/proto/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  recordedText,
  type SpeechService,
  startSpeechService,
  testRelayKey,
  transcribers,
} from '../kit/speechService.ts';

const audio = Uint8Array.of(0xff, 0xfb, 0x10, 0xc4);
const serviceAnswerMax = 100_000;

let service: SpeechService;
let relaying: TestGateway;
let ada: Person;
beforeAll(async () => {
  service = await startSpeechService();
  relaying = await startTestGateway({
    speech: service.relay,
    limits: { speechTimeout: 1_000, serviceAnswerMax, speechTextMax: 50 },
  });
  ada = await signIn(relaying);
});
afterAll(async () => {
  await relaying.close();
  await service.close();
});

const transcribe = (language = '') => ada.api.speech.transcribe({ audio, language });

/** Connects to a URL as an engine does; resolves with whether the service accepted it. */
const isAccepted = (url: string) =>
  new Promise<boolean>((resolve) => {
    const socket = new WebSocket(url);
    socket.onopen = () => {
      socket.close();
      resolve(true);
    };
    socket.onerror = () => resolve(false);
  });

describe('R144 R146 the URL that the gateway signs', () => {
  test.each([
    ['the service accepts', {}, 0, true],
    ['the service accepts, when the clocks differ by less than 300 s,', {}, 290_000, true],
    ['the service refuses, when they differ by more,', {}, 310_000, false],
    ['the service refuses with a wrong secret', { apiSecret: 'another' }, 0, false],
    ['the service refuses with a wrong key', { apiKey: 'another' }, 0, false],
  ])('R144 T20 %s', async (_, changes, ahead, accepted) => {
    const gateway = await startTestGateway({
      speech: { ...service.iat, ...changes },
      clock: () => Date.now() + ahead,
    });
    const { url } = await (await signIn(gateway)).api.speech.signUrl({});
    expect(await isAccepted(url)).toBe(accepted);
    await gateway.close();
  });
});

describe('the relay', () => {
  test('returns what the service heard, and sends it the recording, the model and the language', async () => {
    service.transcriber = transcribers.text(recordedText);
    expect(await transcribe('zh-Hans')).toEqual({ text: recordedText });
    expect(service.transcriptions.at(-1)).toEqual({ audio, model: 'whisper-test', language: 'zh' });
    await transcribe('mandarin');
    expect(service.transcriptions.at(-1)!.language).toBe('');
  });

  test.each([
    ['markup', '<img src=x onerror=alert(1)> **b** &lt;', '<img src=x onerror=alert(1)> **b** &lt;'],
    ['control characters', ' a\u0000\u0007\u001bb\r\nc ', 'a b \nc'],
    ['half a character', 'a\ud83d', 'a\ufffd'],
    ['nothing', '', ''],
    ['too much', '语'.repeat(60), '语'.repeat(50)],
  ])('%s arrives as plain text within its limit', async (_, text, expected) => {
    service.transcriber = transcribers.text(text);
    expect(await transcribe()).toEqual({ text: expected });
  });

  test.each([
    ['429', transcribers.refusal(429), 'SPEECH_BUSY'],
    ['401', transcribers.refusal(401), 'SPEECH_FAILED'],
    ['500', transcribers.refusal(500), 'SPEECH_FAILED'],
    ['a page', transcribers.raw('<html>'), 'SPEECH_FAILED'],
    ['null', transcribers.raw('null'), 'SPEECH_FAILED'],
    ['an object as text', transcribers.text({ toString: 'x' }), 'SPEECH_FAILED'],
    ['no text', transcribers.text(undefined), 'SPEECH_FAILED'],
    ['a long body', transcribers.text('a'.repeat(serviceAnswerMax)), 'SPEECH_FAILED'],
    ['silence', transcribers.silence, 'SPEECH_FAILED'],
  ])('%s is a failure of its own code', async (_, transcriber, code) => {
    service.transcriber = transcriber;
    expect(await outcomeCode(transcribe())).toBe(code);
  });

  test('T20 a body without end is read up to its limit, then the connection ends', async () => {
    const sent = { bytes: 0 };
    service.transcriber = transcribers.endless(sent);
    expect(await outcomeCode(transcribe())).toBe('SPEECH_FAILED');
    await expect
      .poll(async () => {
        const before = sent.bytes;
        await sleep(50);
        return sent.bytes - before;
      })
      .toBe(0);
    // The rest was in the buffers of the two sockets.
    expect(sent.bytes).toBeLessThan(100 * serviceAnswerMax);
  });

  test('T20 R146 a redirect is not followed: neither the sound nor the key goes elsewhere', async () => {
    const elsewhere = await startSpeechService();
    service.transcriber = transcribers.redirect(`${elsewhere.relay.baseUrl}/audio/transcriptions`);
    expect(await outcomeCode(transcribe())).toBe('SPEECH_FAILED');
    expect(elsewhere.transcriptions).toEqual([]);
    await elsewhere.close();
  });

  test('R146 a failure repeats neither the key nor what the service said', async () => {
    service.transcriber = transcribers.refusal(500);
    const thrown: unknown = await transcribe().catch((error: unknown) => error);
    const { code, message, data } = thrown as { code: string; message: string; data?: Uint8Array };
    const all = [code, message, Buffer.from(data ?? []).toString()].join();
    expect(all).not.toContain('secret detail');
    expect(all).not.toContain(testRelayKey);
  });
});

test('a session of the relay fits into one call', () => {
  expect(limits.speechTimeout).toBeLessThan(limits.callTimeout);
  expect(limits.speechAudioMax).toBeLessThan(limits.bodyMax);
});
