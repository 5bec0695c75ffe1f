import type { PlayerState, Track } from '@amber/client/remote';
import { limits } from '@amber/proto/limits';
import { BehaviorSubject } from 'rxjs';
import { beforeEach, expect, it, vi } from 'vitest';
import { createMediaSession } from './mediaSession.ts';
import { storedRate } from './playbackRate.ts';
import { createPlayer } from './player.ts';
import { FakeAudio } from './testing/fakeAudio.ts';

const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
  });
  return () => vi.unstubAllGlobals();
});

const track = (id: string, more: Partial<Track> = {}): Track => ({
  id,
  conversationId: 'chat',
  title: 'Ada',
  path: '/channels/me/chat',
  duration: 60_000,
  load: async () => new Blob([id]),
  ...more,
});

/** A player whose files have the names of their tracks. */
function setUp() {
  const audio = new FakeAudio({ one: 60, two: 30 });
  const page = new EventTarget();
  const state$ = new BehaviorSubject<PlayerState>({
    track: null,
    status: 'paused',
    at: 0,
    duration: 0,
    rate: 1,
  });
  const revoked: string[] = [];
  const names = new Map<Blob, string>();
  const player = createPlayer({
    state$,
    audio: audio as unknown as HTMLAudioElement,
    page,
    urls: { createObjectURL: (blob: Blob) => names.get(blob) ?? 'broken', revokeObjectURL: (url) => revoked.push(url) },
  });
  const named = (id: string, more: Partial<Track> = {}) => {
    const blob = new Blob();
    names.set(blob, id);
    return track(id, { load: async () => blob, ...more });
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { audio, page, player, state$, revoked, named, settle, now: () => state$.value };
}

it('R194 plays a voice message, and ends with it', async () => {
  const { audio, player, revoked, named, settle, now } = setUp();
  player.play(named('one', { duration: 59_000 }));
  expect(now()).toMatchObject({ track: { id: 'one' }, status: 'loading', at: 0, duration: 59_000 });
  await settle();
  expect(now()).toMatchObject({ status: 'playing', duration: 60_000 });
  audio.playTo(12);
  expect(now().at).toBe(12_000);
  player.pause();
  expect(now().status).toBe('paused');
  player.resume();
  await settle();
  expect(now()).toMatchObject({ status: 'playing', at: 12_000 });
  audio.playTo(60);
  expect(now()).toMatchObject({ track: null, status: 'paused', at: 0, duration: 0 });
  expect(revoked).toEqual(['one']);
});

it('R181 R194 plays one at a time, and each goes on where it was left', async () => {
  const { audio, player, named, settle, now } = setUp();
  const [one, two] = [named('one'), named('two')];
  player.play(one);
  await settle();
  audio.playTo(20);
  player.play(two);
  await settle();
  expect(now()).toMatchObject({ track: { id: 'two' }, status: 'playing', at: 0, duration: 30_000 });
  audio.playTo(30);
  player.play(one);
  await settle();
  expect(now()).toMatchObject({ track: { id: 'one' }, status: 'playing', at: 20_000 });
  expect(audio.currentTime).toBe(20);
  player.play(two); // it was played to its end
  await settle();
  expect(audio.currentTime).toBe(0);
  player.play(two, 7_000);
  expect(audio.currentTime).toBe(7);
});

it('R181 pauses when something else on the page plays, even before its own file is there', async () => {
  const { audio, page, player, named, settle, now } = setUp();
  player.play(named('one'));
  await settle();
  page.dispatchEvent(new Event('play')); // its target is another element
  expect([now().status, audio.paused]).toEqual(['paused', true]);
  player.play(named('two'));
  page.dispatchEvent(new Event('play'));
  await settle();
  expect([now().status, audio.paused]).toEqual(['paused', true]);
  player.resume();
  await settle();
  expect(now().status).toBe('playing');
});

it('R181 the rate is kept for the next message and the next visit', async () => {
  const { audio, player, named, settle, now } = setUp();
  player.play(named('one'));
  await settle();
  player.setRate(1.5);
  expect([audio.playbackRate, now().rate]).toEqual([1.5, 1.5]);
  player.play(named('two'));
  await settle();
  expect(audio.playbackRate).toBe(1.5);
  const next = setUp();
  expect(next.now().rate).toBe(1.5);
  next.player.play(next.named('one'));
  await next.settle();
  expect(next.audio.playbackRate).toBe(1.5);
  storage.set('amber-voice-rate', '7');
  expect(storedRate()).toBe(1);
});

it('R194 a file that does not load can be tried again', async () => {
  const { player, named, settle, now } = setUp();
  const good = named('one');
  const load = vi.fn(good.load).mockRejectedValueOnce(new Error('offline'));
  player.play({ ...good, load });
  await settle();
  expect(now()).toMatchObject({ track: { id: 'one' }, status: 'failed' });
  player.resume();
  await settle();
  expect(now().status).toBe('playing');
});

it('a file that is no sound, and a browser that wants a press first', async () => {
  const { audio, player, named, settle, now } = setUp();
  player.play(named('broken'));
  await settle();
  expect(now().status).toBe('failed');
  audio.refusal = 'NotAllowedError';
  player.play(named('one'));
  await settle();
  expect(now().status).toBe('paused');
  audio.refusal = '';
  player.resume();
  await settle();
  expect(now().status).toBe('playing');
});

it('a slow file does not play once another track, or none, was chosen', async () => {
  const { audio, player, named, settle, now } = setUp();
  const slow = Promise.withResolvers<Blob>();
  player.play(named('one', { load: () => slow.promise }));
  player.play(named('two'));
  slow.resolve(new Blob());
  await settle();
  expect([now().track?.id, audio.src]).toEqual(['two', 'two']);
  const slower = Promise.withResolvers<Blob>();
  player.play(named('one', { load: () => slower.promise }));
  player.stop();
  slower.resolve(new Blob());
  await settle();
  expect(now()).toMatchObject({ track: null, status: 'paused' });
  expect(audio.src).toBe('');
});

it('a pause while the file loads asks for it once', async () => {
  const { player, named, settle, now } = setUp();
  const one = named('one');
  const load = vi.fn(one.load);
  player.play({ ...one, load });
  player.pause();
  expect(now().status).toBe('paused');
  player.resume();
  await settle();
  expect(now().status).toBe('playing');
  expect(load).toHaveBeenCalledOnce();
});

it('R194 a duration that lies is bounded, and seeking stays inside', async () => {
  const { audio, player, named, settle, now } = setUp();
  player.play(named('one', { duration: 1e12 }));
  expect(now().duration).toBe(limits.voiceMax);
  await settle();
  player.seek(99_000);
  expect([audio.currentTime, now().at]).toEqual([60, 60_000]);
  player.seek(-5);
  expect(now().at).toBe(0);
});

it('R194 the keys of the system play, pause, seek and stop, and are released afterwards', async () => {
  const { player, state$, named, settle, now } = setUp();
  const handlers = new Map<string, MediaSessionActionHandler | null>();
  const session = {
    metadata: null as { artist: string } | null,
    playbackState: '',
    position: undefined as MediaPositionState | undefined,
    setActionHandler: (action: string, handler: MediaSessionActionHandler | null) => void handlers.set(action, handler),
    setPositionState(position?: MediaPositionState) {
      session.position = position;
    },
  };
  class Metadata {
    constructor(init: object) {
      Object.assign(this, init);
    }
  }
  state$.subscribe(
    createMediaSession(
      {
        session: session as unknown as MediaSession,
        Metadata: Metadata as unknown as typeof MediaMetadata,
        title: () => 'Voice message',
      },
      { ...player, seekBy: (milliseconds) => player.seek(now().at + milliseconds) },
    ),
  );
  const press = (action: MediaSessionAction, seekOffset?: number) =>
    handlers.get(action)!({ action, ...(seekOffset && { seekOffset }) });
  player.play(named('one'), 30_000);
  await settle();
  expect(session).toMatchObject({
    metadata: { title: 'Voice message', artist: 'Ada' },
    playbackState: 'playing',
    position: { duration: 60, position: 30, playbackRate: 1 },
  });
  press('pause');
  expect([now().status, session.playbackState]).toEqual(['paused', 'paused']);
  press('play');
  await settle();
  expect(now().status).toBe('playing');
  press('seekforward', 10);
  expect(now().at).toBe(40_000);
  press('seekbackward');
  expect(now().at).toBe(35_000);
  press('stop');
  expect(now().track).toBeNull();
  expect(session).toMatchObject({ metadata: null, playbackState: 'none', position: undefined });
  expect([...handlers]).toEqual(
    ['play', 'pause', 'seekbackward', 'seekforward', 'stop'].map((action) => [action, null]),
  );
});
