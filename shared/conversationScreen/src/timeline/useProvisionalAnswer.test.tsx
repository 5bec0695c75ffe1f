import type { MessageRow } from '@amber/client/rows';
import { fakeHost } from '@amber/client/testing';
import { act, useEffect, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { TimelineWindow } from './timelineWindow.ts';
import { useProvisionalAnswer } from './useProvisionalAnswer.ts';

const windowOf = (...rows: MessageRow[]): TimelineWindow => ({
  rows,
  hasOlder: false,
  hasNewer: false,
  missingBefore: 0,
  missingBelow: 0,
  missingAfter: null,
});
const row = (id: string, message: string) => ({ id, content: { message } }) as MessageRow;

afterEach(() => {
  vi.useRealTimers();
});

/** A screen of one chat. `set` gives it its rows. */
async function openScreen() {
  let set: (window: TimelineWindow) => void;
  function Screen() {
    const [window, setWindow] = useState<TimelineWindow>(windowOf(row('q', 'asked')));
    useEffect(() => {
      set = setWindow;
    }, []);
    const rows = useProvisionalAnswer({ conversationId: 'c', bot: 'bot', window });
    return rows.map(({ id, content }) => `${id}: ${content.message}`).join(' | ');
  }
  const host = await fakeHost({});
  const screen = await host.open(Screen, '/');
  const grow = (id: string, text: string, conversationId = 'c') =>
    act(async () => host.emit({ type: 'answerGrew', conversationId, id, round: 0, chunks: 1, text }));
  const end = (id: string) => act(async () => host.emit({ type: 'answerEnded', conversationId: 'c', id }));
  const draw = (window: TimelineWindow) => act(async () => set(window));
  return { screen, grow, end, draw };
}

test('R191 an answer is there with its first word, and its row takes its place for good', async () => {
  const { screen, grow, draw } = await openScreen();
  await grow('other', 'Of another chat', 'd');
  expect(screen.text()).toBe('q: asked');
  await grow('a', 'First');
  await grow('a', 'First words');
  expect(screen.text()).toMatch(/^q: asked \| a: \{"text":"First"/);
  // The reader has gone back to what is older.
  await draw({ ...windowOf(row('q', 'asked')), hasNewer: true });
  expect(screen.text()).toBe('q: asked');
  await draw(windowOf(row('q', 'asked'), row('a', 'kept')));
  expect(screen.text()).toBe('q: asked | a: kept');
  // It was removed here while it goes on.
  await draw(windowOf(row('q', 'asked')));
  await grow('a', 'First words and more');
  expect(screen.text()).toBe('q: asked');
});

test('R128 an answer whose row never comes goes a minute after its last chunk, or soon after its end', async () => {
  // The timers of RxJS alone: the screen's own ones go on.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { screen, grow, end } = await openScreen();
  const pass = (time: number) => act(async () => vi.advanceTimersByTime(time));
  const isShown = () => screen.text().includes('a: ');
  await grow('a', 'First');
  await pass(50_000);
  await grow('a', 'First words');
  await pass(59_000);
  expect(isShown()).toBe(true);
  await pass(1_001);
  expect(screen.text()).toBe('q: asked');

  await grow('a', 'First words again');
  await end('a');
  expect(isShown()).toBe(true);
  await pass(5_001);
  expect(screen.text()).toBe('q: asked');
});
