import type { AccountCalls, EngineEvent } from '@amber/client/bus';
import type { PlayerState, SpeechState, SpeechTrack } from '@amber/client/remote';
import { Fault } from '@amber/proto/faults';
import { BehaviorSubject, Subject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BrowserVoice } from './browserVoice.ts';
import { createPlayer } from './player.ts';
import { createSpeech } from './speech.ts';
import type { SpeechListener } from './speechOutput.ts';
import { silence } from './speechState.ts';
import { FakeAudio } from './testing/fakeAudio.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const track: SpeechTrack = { id: 'm1', conversationId: 'c1', title: 'Robo', path: '/ai/c1' };
const other: SpeechTrack = { ...track, id: 'm2' };

type SpeakAnswer = Awaited<ReturnType<AccountCalls['speak']>>;

function setUp() {
  const state$ = new BehaviorSubject<SpeechState>(silence);
  const playerState$ = new BehaviorSubject<PlayerState>({
    track: null,
    status: 'paused',
    at: 0,
    duration: 0,
    rate: 1,
  });
  const audio = new FakeAudio({ sound: 2 });
  const player = createPlayer({
    state$: playerState$,
    audio: audio as unknown as HTMLAudioElement,
    page: new EventTarget(),
    urls: { createObjectURL: () => 'sound', revokeObjectURL: () => {} },
  });
  const events$ = new Subject<EngineEvent>();
  const engine = {
    speak: vi.fn(async (): Promise<SpeakAnswer> => ({ sound: null, cloned: false })),
    stopSpeaking: vi.fn(async () => {}),
  };
  const opened: (SpeechListener & { added: number[]; calls: string[] })[] = [];
  const tabs = new EventTarget();
  const postMessage = vi.fn();
  const spokenTexts: string[] = [];
  const browserVoice: BrowserVoice = {
    async speak(text, listener) {
      if (text === 'none') throw new Fault('VOICE_NO_LOCAL');
      spokenTexts.push(text);
      listener.onProgress({ status: 'playing', at: 0, duration: 0, textFrom: 0, textTo: 0 });
      return { pause: () => {}, resume: () => {}, stop: () => {} };
    },
  };
  let ids = 0;
  const speech = createSpeech({
    state$,
    player,
    engine,
    events$,
    newId: () => `s${(ids += 1)}`,
    openStream(listener) {
      const stream = { ...listener, added: [] as number[], calls: [] as string[] };
      opened.push(stream);
      const call = (name: string) => () => void stream.calls.push(name);
      return {
        add: (pcm) => void stream.added.push(pcm[0] ?? -1),
        complete: call('complete'),
        pause: call('pause'),
        resume: call('resume'),
        stop: call('stop'),
      };
    },
    browserVoice,
    pauseOthers: () => player.pause(),
    channel: { postMessage, addEventListener: tabs.addEventListener.bind(tabs) },
  });
  const emit = (id: string, number: number, more: Partial<Extract<EngineEvent, { type: 'aiVoice' }>> = {}) =>
    events$.next({
      type: 'aiVoice',
      id,
      number,
      pcm: Int16Array.of(number),
      last: false,
      fault: '',
      textFrom: 0,
      textTo: 0,
      ...more,
    });
  return {
    speech,
    player,
    audio,
    engine,
    opened,
    emit,
    postMessage,
    spokenTexts,
    fromOtherTab: () => tabs.dispatchEvent(new Event('message')),
    settle: () => vi.advanceTimersByTimeAsync(0),
    now: () => state$.value,
  };
}

it('R132 plays what the engine emits, each chunk once, and ends with it', async () => {
  const { speech, engine, opened, emit, settle, now } = setUp();
  engine.speak.mockResolvedValueOnce({ sound: null, cloned: true });
  speech.speak(track);
  expect(now()).toMatchObject({ track, status: 'loading' });
  await settle();
  expect(engine.speak).toHaveBeenCalledWith({ id: 's1', conversationId: 'c1', messageId: 'm1' });
  expect(now().cloned).toBe(true);
  emit('other', 0);
  for (const number of [0, 1, 1]) emit('s1', number);
  emit('s1', 2, { last: true });
  const [stream] = opened;
  expect([stream!.added, stream!.calls]).toEqual([[0, 1, 2], ['complete']]);
  stream!.onProgress({ status: 'playing', at: 200, duration: 600, textFrom: 0, textTo: 4 });
  expect(now()).toMatchObject({ status: 'playing', at: 200, duration: 600, textFrom: 0, textTo: 4 });
  stream!.onEnd();
  expect(now()).toEqual(silence);
  expect(vi.getTimerCount()).toBe(0);
});

it('R132 what this device has is played by the player of files', async () => {
  const { speech, player, audio, engine, settle, now } = setUp();
  engine.speak.mockResolvedValueOnce({
    sound: new Blob([new Uint8Array(44 + 64_000)]),
    cloned: false,
    sentences: [
      { at: 0, textFrom: 0, textTo: 9 },
      { at: 800, textFrom: 10, textTo: 20 },
    ],
  });
  speech.speak(track);
  await settle();
  expect(player.state$.value).toMatchObject({ track: { id: 'm1', title: 'Robo' }, status: 'playing', duration: 2_000 });
  expect(now()).toMatchObject({ track, status: 'playing', duration: 2_000 });
  audio.playTo(1);
  expect(now()).toMatchObject({ at: 1_000, textFrom: 10, textTo: 20 });
  speech.pause();
  expect(now().status).toBe('paused');
  speech.speak(track);
  await settle();
  expect(now()).toMatchObject({ status: 'playing', at: 1_000 });
  speech.stop();
  expect([player.state$.value.track, now()]).toEqual([null, silence]);
});

it('R132 a new message stops the one before, here and in the engine', async () => {
  const { speech, engine, opened, emit, settle, now } = setUp();
  speech.speak(track);
  await settle();
  speech.speak(other);
  await settle();
  expect(engine.stopSpeaking).toHaveBeenCalledWith({ id: 's1' });
  expect(opened[0]!.calls).toEqual(['stop']);
  emit('s1', 0, { last: true, fault: 'CANCELLED' });
  emit('s2', 0);
  expect(now().track).toBe(other);
  expect(opened[1]!.added).toEqual([0]);
});

it('R132 R194 one thing plays at a time: a voice message pauses, and so does another tab', async () => {
  const { speech, player, opened, postMessage, fromOtherTab, settle, now } = setUp();
  const message = { ...track, id: 'v1', duration: 2_000, load: async () => new Blob() };
  player.play(message);
  await settle();
  speech.speak(track);
  expect(player.state$.value).toMatchObject({ track: { id: 'v1' }, status: 'paused' });
  expect(postMessage).toHaveBeenCalledOnce();
  await settle();
  opened[0]!.onProgress({ status: 'playing', at: 0, duration: 1, textFrom: 0, textTo: 0 });
  fromOtherTab();
  expect(opened[0]!.calls).toEqual(['pause']);
  expect(now().track).toBe(track);
});

it('R132 another tab that speaks ends the stream of this one without an error', async () => {
  const { speech, emit, settle, now } = setUp();
  speech.speak(track);
  await settle();
  emit('s1', 0, { last: true, fault: 'CANCELLED', pcm: new Int16Array() });
  expect(now()).toEqual(silence);
});

it('R132 a refusal is shown, and another press tries again', async () => {
  const { speech, engine, opened, settle, now } = setUp();
  engine.speak.mockRejectedValueOnce(new Fault('VOICE_USED_UP'));
  speech.speak(track);
  await settle();
  expect(now()).toMatchObject({ track, status: 'failed', fault: 'VOICE_USED_UP' });
  expect(opened[0]!.calls).toEqual(['stop']);
  speech.resume();
  await settle();
  expect(engine.speak).toHaveBeenCalledTimes(2);
  expect(now()).toMatchObject({ status: 'loading', fault: '' });
});

it('R132 a voice that breaks off plays what has arrived before it fails', async () => {
  const { speech, opened, emit, settle, now } = setUp();
  speech.speak(track);
  await settle();
  emit('s1', 0);
  emit('s1', 1, { pcm: new Int16Array(), last: true, fault: 'VOICE_FAILED' });
  expect(now().status).toBe('loading');
  expect(opened[0]!.calls).toEqual(['complete']);
  opened[0]!.onEnd();
  expect(now()).toMatchObject({ track, status: 'failed', fault: 'VOICE_FAILED' });
});

it('R132 an engine that was restarted is asked for the rest', async () => {
  const { speech, engine, emit, settle, now } = setUp();
  speech.speak(track);
  await settle();
  emit('s1', 0);
  emit('s1', 1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(engine.speak).toHaveBeenLastCalledWith({ id: 's1', conversationId: 'c1', messageId: 'm1', from: 2 });
  engine.speak.mockRejectedValueOnce(new Fault('NO_RESPONSE'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(now()).toMatchObject({ status: 'failed', fault: 'NO_RESPONSE' });
  expect(vi.getTimerCount()).toBe(0);
});

it('R132 what is stopped before the engine answers stays silent', async () => {
  const { speech, engine, settle, now } = setUp();
  const answer = Promise.withResolvers<SpeakAnswer>();
  engine.speak.mockReturnValueOnce(answer.promise);
  speech.speak(track);
  speech.stop();
  answer.resolve({ sound: new Blob(), cloned: false });
  await settle();
  expect(now()).toEqual(silence);
  expect(engine.stopSpeaking).toHaveBeenCalledWith({ id: 's1' });
});

it('R32 R132 a sealed text never reaches the engine', async () => {
  const { speech, engine, spokenTexts, settle, now } = setUp();
  speech.speak({ ...track, sealedText: 'secret' });
  await settle();
  expect([spokenTexts, now().status]).toEqual([['secret'], 'playing']);
  speech.speak({ ...other, sealedText: 'none' });
  await settle();
  expect(now()).toMatchObject({ status: 'failed', fault: 'VOICE_NO_LOCAL' });
  expect(engine.speak).not.toHaveBeenCalled();
});
