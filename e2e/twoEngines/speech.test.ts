// Speech to text in the engine, with URLs of a real gateway, against a service that checks every frame.
import { startTestGateway, type TestGateway } from '@amber/gateway/testing';
import { signIn } from '@amber/gateway/testing/client';
import { asyncScheduler } from 'rxjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TextSocketLike } from '../../shell/engine/kit/ports.ts';
import { createIat } from '../../shell/engine/voice/iat.ts';
import type { TranscribeSession } from '../../shell/engine/voice/speechService.ts';
import { createTranscriptions } from '../../shell/engine/voice/transcriptions.ts';
import { Clock } from '../../shell/engine/testing/clock.ts';
import {
  recordedResults,
  recordedText,
  resultsOf,
  type SpeechScript,
  speechScripts,
  type SpeechService,
  startSpeechService,
} from '../kit/speechService.ts';

const openTextSocket = (url: string) => new WebSocket(url) as TextSocketLike;

let service: SpeechService;
let gateway: TestGateway;
let transcribe: TranscribeSession;
beforeAll(async () => {
  service = await startSpeechService();
  gateway = await startTestGateway({ speech: service.iat });
  const { api } = await signIn(gateway);
  transcribe = createIat({ api, clock: asyncScheduler, openTextSocket });
});
afterAll(async () => {
  await gateway.close();
  await service.close();
});

/** A tone that gets louder, so that a missing or repeated frame shows. */
const recordingOf = (samples: number) =>
  Int16Array.from({ length: samples }, (_, at) => Math.round(Math.sin(at / 5) * (at % 30_000)));

const transcribeWith = async (script: SpeechScript, pcm: Int16Array) => {
  service.script = script;
  const partial: string[] = [];
  const { text } = await transcribe(pcm, {
    host: new URL(service.iat.url).host,
    onText: (soFar) => partial.push(soFar()),
    signal: new AbortController().signal,
  });
  return { text, partial };
};

test('R144 the service accepts the frames of the engine, and hears what was recorded', async () => {
  const pcm = recordingOf(20 * 1_280 + 100);
  const { text, partial } = await transcribeWith(speechScripts.results(recordedResults), pcm);
  expect(text).toBe(recordedText);
  expect(partial.slice(0, 3)).toEqual(['今天', '今天天起', '今天天气怎么样']);
  const session = service.sessions.at(-1)!;
  expect(session).toMatchObject({ frames: 21, hasEnded: true, refusal: null });
  expect(session.pcm().slice(0, pcm.length)).toEqual(pcm);
  expect(
    session
      .pcm()
      .slice(pcm.length)
      .every((sample) => sample === 0),
  ).toBe(true);
});

test('R144 the shortest recording is a session, too', async () => {
  expect(await transcribeWith(speechScripts.results(resultsOf(['好'])), recordingOf(10))).toMatchObject({ text: '好' });
  expect(service.sessions.at(-1)).toMatchObject({ hasEnded: true, refusal: null });
});

test.each([
  ['an error', speechScripts.error(10_110, 3), 'SPEECH_FAILED'],
  ['the daily limit of the operator', speechScripts.error(11_201, 3), 'SPEECH_BUSY'],
  ['a broken connection', speechScripts.cut(3), 'SPEECH_FAILED'],
  ['no JSON', speechScripts.raw(['<html>']), 'SPEECH_FAILED'],
  ['JSON of another kind', speechScripts.raw(['[]', '{"code":"0"}']), 'SPEECH_FAILED'],
  ['too much text', speechScripts.endless('a'.repeat(100)), 'SPEECH_FAILED'],
])('R145 %s ends the conversion, and leaves nothing for the next one', async (_, script, code) => {
  await expect(transcribeWith(script, recordingOf(10 * 1_280))).rejects.toMatchObject({ code });
  const { text } = await transcribeWith(speechScripts.results(resultsOf(['再来'])), recordingOf(4 * 1_280));
  expect(text).toBe('再来');
});

test('R145 markup arrives as the text that it is', async () => {
  const markup = '<img src=x onerror=alert(1)>';
  expect(await transcribeWith(speechScripts.results(resultsOf([markup])), recordingOf(1_280))).toMatchObject({
    text: markup,
  });
});

/** Moves a stopped clock while frames wait for it, and otherwise lets the network work. */
async function runFast<T>(clock: Clock, work: Promise<T>): Promise<T> {
  let isSettled = false;
  const watched = work.finally(() => (isSettled = true));
  watched.catch(() => {});
  while (!isSettled) {
    // The only timer that remains when all frames are sent is the time-out of the session.
    if (clock.timers > 1) await clock.advance(1_000, async () => {});
    await new Promise((resolve) => setTimeout(resolve));
  }
  return watched;
}

test('R144 150 s of sound become sessions of at most a minute, in which each sample is sent once', async () => {
  const anyPace = await startSpeechService({ pace: Infinity });
  const signing = await startTestGateway({ speech: anyPace.iat });
  const { api } = await signIn(signing);
  anyPace.script = speechScripts.bySession([
    speechScripts.results(resultsOf(['第一段。'])),
    speechScripts.results(resultsOf(['第二段，', '还有。'])),
    speechScripts.results(resultsOf(['The end'])),
  ]);
  const clock = new Clock();
  const transcriptions = createTranscriptions({
    now: () => clock.now(),
    emit: () => {},
    services: { iat: createIat({ api, clock, openTextSocket }), relay: () => Promise.reject(new Error('not used')) },
  });
  // No sample is 0, so that the padding of the last frame of a session is recognizable.
  const pcm = recordingOf(150 * 16_000).map((sample) => sample || 1);
  for (const pause of [52, 101]) pcm.fill(1, pause * 16_000, (pause + 1) * 16_000);

  const { host } = new URL(anyPace.iat.url);
  const text = await runFast(
    clock,
    transcriptions.run('v', { pcm: new Blob([pcm]), service: { provider: 'iat', host } }),
  );
  expect(text).toBe('第一段。第二段，还有。The end');
  expect(anyPace.refusedUrls).toEqual([]);
  expect(anyPace.sessions).toMatchObject(Array(3).fill({ hasEnded: true, refusal: null }));
  const sounds = anyPace.sessions.map((session) => {
    const sound = session.pcm();
    return sound.subarray(0, sound.findLastIndex((sample) => sample !== 0) + 1);
  });
  for (const sound of sounds) expect(sound.length).toBeLessThanOrEqual(60 * 16_000);
  const [first, second] = sounds.map(({ length }) => length / 16_000);
  // The cuts are in the pauses.
  expect([Math.floor(first!), Math.floor(first! + second!)]).toEqual([52, 101]);
  expect(
    Buffer.concat(sounds.map((sound) => Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength))).equals(
      Buffer.from(pcm.buffer),
    ),
  ).toBe(true);
  expect(clock.timers).toBe(0);
  await signing.close();
  await anyPace.close();
});
