import type { PushChoices } from '@amber/proto';
import { encode } from '@amber/proto/codec';
import { limits } from '@amber/proto/limits';
import { expect, test } from 'vitest';
import { defaultChoices } from '../testing/pushService.ts';
import { messagePayload, oneLine, type UnreadMessage } from './payload.ts';
import { isQuiet } from './quietHours.ts';

const open = (text: string): Buffer =>
  Buffer.from(encode('Content', { id: 'm', type: 'text', message: JSON.stringify({ text }) }));
const message = (more: Partial<UnreadMessage> = {}): UnreadMessage => ({
  seq: 7,
  id: 'm',
  ts: 1,
  sealed: false,
  body: open('See you at eight'),
  anonymous: false,
  name: 'Bob',
  ...more,
});
const chat = { conversation: 'c1', type: 'private', name: '', space: null, spaceName: null } as const;
const room = { conversation: 'r1', type: 'group', name: 'General', space: 's1', spaceName: 'Rowers' } as const;

const notified = (
  newest: UnreadMessage,
  { of = chat as Parameters<typeof messagePayload>[0]['chat'], choices = {} as Partial<PushChoices> } = {},
) => {
  const payload = messagePayload(
    { chat: of, newest, count: 2, badge: 5, choices: { ...defaultChoices, ...choices }, origin: 'https://a.example' },
    limits,
  );
  expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(limits.pushPayloadMax);
  const { web_push: form, notification } = JSON.parse(payload) as {
    web_push: number;
    notification: Record<string, unknown>;
  };
  expect(form).toBe(8030);
  return notification;
};

test('the form that browsers show by themselves: who, what, where, and how many are unread', () => {
  expect(notified(message())).toEqual({
    title: 'Bob',
    body: 'See you at eight',
    navigate: 'https://a.example/chat/channels/me/c1',
    tag: 'c1',
    app_badge: 5,
    data: { conversation: 'c1', path: '/channels/me/c1', seq: 7, id: 'm', count: 2 },
  });
  expect(notified(message(), { of: room })).toMatchObject({
    title: 'General · Rowers',
    body: 'Bob: See you at eight',
    navigate: 'https://a.example/chat/channels/s1/r1',
  });
});

test('R141 what is sealed, and what the person wants hidden, has no words', () => {
  expect(notified(message({ sealed: true, body: null }))).toMatchObject({ title: 'Bob', body: 'New message' });
  // A row that says it is sealed, and carries words all the same.
  expect(notified(message({ sealed: true }))['body']).toBe('New message');
  expect(notified(message(), { choices: { showText: false } })['body']).toBe('New message');
});

test('R169 an AI’s words are marked as such, also where they are hidden, too long or still coming', () => {
  const robot = { conversation: 'b1', type: 'robot', name: '', space: null, spaceName: null } as const;
  const answer = (text: string, state = 'done') =>
    message({
      name: 'Momo',
      body: Buffer.from(
        encode('Content', {
          id: 'm',
          type: 'ai',
          message: JSON.stringify({ text, question: 'q', round: 0, chunks: 1, state }),
        }),
      ),
    });
  const said = { title: 'Momo · AI', body: 'At eight', navigate: 'https://a.example/chat/ai/b1' };
  expect(notified(answer('At eight'), { of: robot })).toMatchObject(said);
  expect(notified(answer('At ei', 'writing'), { of: robot })).toMatchObject({ ...said, body: 'At ei…' });
  expect(notified(answer('At eight'), { of: robot, choices: { showText: false } })).toMatchObject({
    ...said,
    body: 'New message',
  });
  expect(notified(answer('"'.repeat(50_000)), { of: robot })).toMatchObject({ title: said.title });
  expect(notified({ ...answer(''), body: Buffer.from(encode('Content', { type: 'ai', message: '?' })) })['title']).toBe(
    said.title,
  );
});

test('somebody anonymous stays so', () => {
  expect(JSON.stringify(notified(message({ anonymous: true }), { of: room }))).not.toContain('Bob');
});

test('names and words are other people’s: one line, bounded, without controls', () => {
  expect(oneLine('a\u202eb\n\n c\u0000', 10)).toBe('a b c');
  expect(oneLine('👨‍👩‍👧 family', 20)).toBe('👨‍👩‍👧 family');
  const long = notified(message({ name: '"'.repeat(5_000), body: open('\\"'.repeat(5_000)) }));
  expect(Array.from(long['title'] as string)).toHaveLength(limits.pushTitleMax);
  expect(Array.from(long['body'] as string)).toHaveLength(limits.pushTextMax);
  notified(message({ name: '\u{1f600}'.repeat(5_000), body: open('\u{1f600}'.repeat(5_000)) }));
});

const at = (time: string) => Date.parse(time);
test.each([
  ['2026-11-23T21:30:00Z', 22 * 60, 7 * 60, true], // 22:30 in Berlin
  ['2026-11-23T20:30:00Z', 22 * 60, 7 * 60, false],
  ['2026-11-23T05:59:00Z', 22 * 60, 7 * 60, true],
  ['2026-11-23T06:00:00Z', 22 * 60, 7 * 60, false],
  ['2026-07-23T05:30:00Z', 22 * 60, 7 * 60, false], // summer time: 7:30
  ['2026-11-23T12:00:00Z', 12 * 60, 14 * 60, true],
  ['2026-11-23T14:00:00Z', 12 * 60, 14 * 60, false],
  ['2026-11-23T14:00:00Z', 8 * 60, 8 * 60, true],
])('R141 quiet hours go by the device’s own clock: %s from %i to %i', (time, quietFrom, quietTo, expected) => {
  expect(isQuiet({ ...defaultChoices, quiet: true, quietFrom, quietTo }, at(time))).toBe(expected);
  expect(isQuiet({ ...defaultChoices, quietFrom, quietTo }, at(time))).toBe(false);
});
