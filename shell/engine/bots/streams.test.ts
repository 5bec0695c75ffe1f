import { type AiBody, currentAnswer } from '@amber/proto/bodies';
import type { EngineEvent } from '@amber/client/bus';
import { type MessageRow, openAccountDb } from '@amber/client/db';
import type { Api, RobotMessage } from '@amber/proto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { newContent } from '../rows/newContent.ts';
import { Clock } from '../testing/clock.ts';
import { createStreams } from './streams.ts';

const pieces = ['One ', 'two ', 'three ', 'four'];
const chunk = (number: number, more: Partial<RobotMessage> = {}): RobotMessage => ({
  conversationId: 'c',
  id: 'a',
  round: 0,
  number,
  kind: 'text',
  text: pieces[number] ?? '',
  streamFirst: number === 0,
  streamEnd: false,
  state: '',
  fault: '',
  ...more,
});

const bodyOf = (body: Partial<AiBody>): string =>
  JSON.stringify({ text: '', question: 'q', round: 0, chunks: 0, state: 'writing', ...body });

async function set(row = bodyOf({})) {
  const db = openAccountDb('me', { indexedDB: new IDBFactory(), IDBKeyRange });
  const content = newContent({
    id: 'a',
    type: 'ai',
    message: row,
    sender: { identifier: 'bot', deviceId: '' },
    timestamp: 1,
  });
  await db.messages.put({ id: 'a', conversationId: 'c', content, seq: 5, order: 5, createdAt: 1 } as MessageRow);
  const clock = new Clock();
  const said: EngineEvent[] = [];
  const acks: number[] = [];
  let asked = 0;
  const there = { text: 'One two three ', chunks: 3 };
  const streams = createStreams({
    db,
    clock,
    emit: (event) => said.push(event),
    warn: () => (thrown) => {
      throw thrown;
    },
    ack: async ({ number }) => acks.push(number),
    api: {
      message: {
        history: async () => {
          asked += 1;
          return { rows: [{ id: 'a', content: { ...content, message: bodyOf(there) } }] };
        },
      },
    } as unknown as Api,
  });
  return {
    streams,
    clock,
    acks,
    asked: () => asked,
    ended: () => said.filter(({ type }) => type === 'previewEnded'),
    endedAnswers: () => said.filter(({ type }) => type === 'answerEnded'),
    messages: () => db.messages.toCollection().primaryKeys(),
    shown: () => said.flatMap((event) => (event.type === 'answerGrew' ? event.text : [])).at(-1),
    async kept() {
      await clock.advance(1_200);
      const found = (await db.messages.get('a'))!;
      return currentAnswer(found.content, found.answer);
    },
  };
}

test.each([
  ['in order', [0, 1, 2, 3]],
  ['out of order', [2, 0, 3, 1]],
  ['doubled', [0, 0, 1, 2, 1, 2, 3, 3]],
])('R126 chunks that come %s make the same text', async (_, numbers) => {
  const { streams, clock, shown, kept, acks, asked } = await set();
  for (const number of numbers) streams.receiveChunk(chunk(number));
  await clock.advance(100);
  expect(shown()).toBe('One two three four');
  expect(await kept()).toEqual({ text: 'One two three four', question: 'q', round: 0, chunks: 4, state: 'writing' });
  await clock.advance(1_000);
  expect(acks).toEqual([3]);
  expect(asked()).toBe(0);
});

test('R126 what was lost is taken from the answer’s row', async () => {
  const { streams, clock, shown, asked } = await set();
  streams.receiveChunk(chunk(0));
  streams.receiveChunk(chunk(3));
  await clock.advance(100);
  expect(shown()).toBe('One ');
  await clock.advance(1_000);
  expect(asked()).toBe(1);
  expect(shown()).toBe('One two three four');
});

test('R191 a device that comes later begins with the row', async () => {
  const { streams, clock, shown } = await set();
  streams.receiveChunk(chunk(3));
  await clock.advance(100);
  expect(shown()).toBe('One two three four');
});

test('an answer that has ended is not written again, one of a later round is', async () => {
  const { streams, kept } = await set(bodyOf({ text: 'Whole.', chunks: 9, state: 'done' }));
  streams.receiveChunk(chunk(0));
  expect((await kept())?.text).toBe('Whole.');
  streams.receiveChunk(chunk(0, { round: 1, text: 'Anew' }));
  expect(await kept()).toMatchObject({ text: 'Anew', round: 1, state: 'writing' });
  streams.receiveChunk(chunk(1, { text: 'of the first round' }));
  expect((await kept())?.text).toBe('Anew');
});

test('R124 a preview is told to pages and written nowhere; its end brings all of it', async () => {
  const { streams, clock, shown, acks, ended, asked, messages } = await set();
  const preview = (number: number, more: Partial<RobotMessage> = {}) =>
    streams.receiveChunk(chunk(number, { conversationId: '', id: 'p', ...more }));
  preview(0);
  preview(1);
  await clock.advance(600);
  expect(shown()).toBe('One two ');
  expect(acks).toEqual([1]);
  preview(2, { text: 'One two and more', streamEnd: true, state: 'failed', fault: 'AI_BUSY' });
  await clock.advance(2_000);
  expect(ended()).toEqual([
    { type: 'previewEnded', id: 'p', text: 'One two and more', state: 'failed', fault: 'AI_BUSY' },
  ]);
  expect(asked()).toBe(0);
  expect(await messages()).toEqual(['a']);
  expect(clock.timers).toBe(0);
});

test('pages hear of an answer’s end, also of one that they began to see and whose row never came', async () => {
  const { streams, clock, endedAnswers, ended } = await set();
  streams.receiveChunk(chunk(0, { id: 'ghost' }));
  streams.receiveChunk(chunk(1, { id: 'ghost', streamEnd: true }));
  expect(endedAnswers()).toEqual([{ type: 'answerEnded', conversationId: 'c', id: 'ghost' }]);
  expect(ended()).toEqual([]);
  await clock.advance(2_000);
  expect(clock.timers).toBe(0);
});

test('R128 nothing of a stream is held a minute after its last chunk', async () => {
  const { streams, clock } = await set();
  streams.receiveChunk(chunk(0));
  await clock.advance(61_000);
  expect(clock.timers).toBe(0);
});
