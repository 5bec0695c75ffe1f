import type { MessageRow } from '@amber/client/db';
import { fakeHost } from '@amber/client/testing';
import { act, useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import type { TimelineWindow } from '../timeline/timelineWindow.ts';
import { useEarlyAnswer } from './useEarlyAnswer.ts';

const row = (id: string, message: string) => ({ id, content: { message } }) as MessageRow;

test('R191 an answer is there with its first word, and its row takes its place for good', async () => {
  let set: (window: TimelineWindow) => void;
  function Screen() {
    const [window, setWindow] = useState<TimelineWindow>(windowOf(row('q', 'asked')));
    useEffect(() => {
      set = setWindow;
    }, []);
    const rows = useEarlyAnswer({ conversationId: 'c', bot: 'bot', window });
    return rows.map(({ id, content }) => `${id}: ${content.message}`).join(' | ');
  }
  const windowOf = (...rows: MessageRow[]): TimelineWindow => ({
    rows,
    hasOlder: false,
    hasNewer: false,
    missingBefore: 0,
  });
  const host = await fakeHost({});
  const screen = await host.open(Screen, '/');
  const grow = (id: string, text: string, conversationId = 'c') =>
    act(async () => host.tell({ type: 'answerGrew', conversationId, id, round: 0, chunks: 1, text }));
  const draw = (window: TimelineWindow) => act(async () => set(window));

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
