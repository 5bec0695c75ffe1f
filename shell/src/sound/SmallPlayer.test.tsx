import type { PlayerState } from '@amber/client/remote';
import { fakeHost } from '@amber/client/testing';
import { act } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { BehaviorSubject } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { SmallPlayer } from './SmallPlayer.tsx';

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

function setState(state: Partial<PlayerState> = {}): void {
  const subject = new BehaviorSubject({ ...playing, ...state });
  Object.assign(state$, { subscribe: subject.subscribe.bind(subject), value: subject.value });
}

function draw(path: string, state: Partial<PlayerState> = {}): string {
  setState(state);
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
