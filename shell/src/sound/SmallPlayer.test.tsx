import type { PlayerState, SpeechState } from '@amber/client/remote';
import { fakeHost } from '@amber/client/testing';
import { act } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { BehaviorSubject } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { SmallPlayer } from './SmallPlayer.tsx';
import { silence } from './speechState.ts';

const state$ = vi.hoisted(() => ({}) as BehaviorSubject<PlayerState>);
const stop = vi.hoisted(() => vi.fn());
// The real one needs a document.
vi.mock('./pagePlayer.ts', () => ({
  player: {
    get state$() {
      return state$;
    },
    stop,
  },
}));

const speechState$ = vi.hoisted(() => ({}) as BehaviorSubject<SpeechState>);
const stopSpeech = vi.hoisted(() => vi.fn());
vi.mock('./pageSpeech.ts', () => ({
  speech: {
    get state$() {
      return speechState$;
    },
    stop: stopSpeech,
  },
}));

const playing: PlayerState = {
  track: {
    id: 'one',
    conversationId: 'a b',
    title: 'Ada',
    path: '/channels/me/a%20b?message=one',
    duration: 75_000,
    load: async () => new Blob(),
  },
  status: 'playing',
  at: 7_900,
  duration: 75_000,
  rate: 1.5,
};

function publish<State>(target: BehaviorSubject<State>, state: State): void {
  const subject = new BehaviorSubject(state);
  Object.assign(target, { subscribe: subject.subscribe.bind(subject), value: subject.value });
}

function setState(state: Partial<PlayerState> = {}, speech: Partial<SpeechState> = {}): void {
  publish(state$, { ...playing, ...state });
  publish(speechState$, { ...silence, ...speech });
}

function draw(path: string, state: Partial<PlayerState> = {}, speech: Partial<SpeechState> = {}): string {
  setState(state, speech);
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={[path]}>
      <SmallPlayer />
    </MemoryRouter>,
  );
}

it('R194 shows what plays on every page but that of its conversation', () => {
  const html = draw('/moments');
  for (const part of ['aria-label="Voice message playing"', '>Ada<', 'Pause', 'Speed 1.5×', 'Close the player'])
    expect(html).toContain(part);
  expect(html).toMatch(/<a [^>]*aria-label="Back to the chat"[^>]*href="\/channels\/me\/a%20b\?message=one"/);
  expect(draw('/channels/me/other')).toContain('Ada');
  expect(draw('/channels/me/a%20b')).toBe('');
  expect(draw('/moments', { track: null })).toBe('');
});

it('R194 a paused one can be resumed, and a failed one says so', () => {
  expect(draw('/moments', { status: 'paused' })).toContain('aria-label="Play"');
  const failed = draw('/moments', { status: 'failed' });
  expect(failed).toContain('This voice message cannot be played');
  expect(failed).toContain('aria-label="Play"');
});

it('R194 its closing button disappears, so the content of the page gets the focus', async () => {
  setState();
  const host = await fakeHost({});
  await host.open(SmallPlayer, '/moments');
  const content = document.createElement('main');
  Object.assign(content, { id: 'content', tabIndex: -1 });
  document.body.append(content);
  const close = document.querySelector<HTMLElement>('[aria-label="Close the player"]')!;
  close.focus();
  await act(async () => close.click());
  expect(stop).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(content);
});

const spoken: Partial<SpeechState> = {
  track: { id: 'm1', conversationId: 'c1', title: 'Robo', path: '/ai/c1' },
  status: 'playing',
  at: 5_000,
  duration: 9_000,
};

it('R132 shows what is read aloud on every page, marked as an AI voice, with a way to stop it', () => {
  const html = draw('/ai/c1', { status: 'paused' }, spoken);
  for (const part of ['aria-label="Reading aloud"', '>Robo<', '>AI voice<', '0:05', 'Pause', 'Stop reading'])
    expect(html).toContain(part);
  // How long it will be is unknown, and it cannot be faster than it arrives.
  expect(html).not.toContain('0:09');
  expect(html).not.toContain('Speed');
  expect(draw('/moments', { track: null }, { ...spoken, cloned: true })).toContain('AI voice that imitates a person');
  expect(draw('/moments', { track: null }, { ...spoken, status: 'loading' })).toContain('Getting the voice…');
});

it('R132 a sound that this device has can be played faster', () => {
  const html = draw('/ai/c1', { track: { ...playing.track!, id: 'm1' } }, spoken);
  for (const part of ['aria-label="Reading aloud"', '0:09', 'Speed 1.5×']) expect(html).toContain(part);
});

it('R132 a voice that fails says why, and can be tried again', () => {
  const html = draw('/moments', { track: null }, { ...spoken, status: 'failed', fault: 'VOICE_USED_UP' });
  expect(html).toContain('You have listened to as much text as one day allows');
  expect(html).toContain('aria-label="Play"');
});

it('R132 a voice message that plays comes before what is paused', () => {
  expect(draw('/moments', {}, { ...spoken, status: 'paused' })).toContain('aria-label="Voice message playing"');
});

it('R132 stops what is read aloud from any page', async () => {
  setState({ track: null }, spoken);
  const host = await fakeHost({});
  await host.open(SmallPlayer, '/moments');
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Stop reading"]')!.click());
  expect(stopSpeech).toHaveBeenCalledOnce();
});
