import { callIndex, type AccountRows } from '@amber/client/rows';
import { openAccountDb } from '@amber/client/db';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, expect, it } from 'vitest';
import { groupCalls, readCalls } from './callEntries.ts';

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

const start = new Date(2026, 10, 20, 12).getTime();
const hour = 3_600_000;

interface Given {
  chat?: string;
  by?: string;
  at?: number;
  outcome?: string;
  duration?: number;
  video?: unknown;
}

/** Alice's chats with Bob and Carol, and the calls in them, oldest first. */
async function world(calls: Given[]) {
  const db = openAccountDb('alice', { indexedDB: new IDBFactory(), IDBKeyRange });
  closing.push(() => db.close());
  for (const name of ['bob', 'carol'])
    await db.conversations.add({
      conversionId: name,
      type: 'private',
      status: 'normal',
      spaceId: '',
      userInfo: ['alice', name].map((identifier) => ({ identifier, lastName: identifier, avatar: '' })),
    } as never);
  for (const [
    index,
    { chat = 'bob', by = chat, at = start + index, outcome, duration = 0, video },
  ] of calls.entries()) {
    const id = `call-${index}`;
    const body = outcome === undefined ? { secret: 's', sdp: 'v=0', video } : { outcome, duration, video };
    const message = JSON.stringify({
      type: 'custom',
      originMessage: { cmdId: 'callOffer', actor: by, targets: [], body },
    });
    await db.messages.add({
      id,
      conversationId: chat,
      createdAt: at,
      content: { id, type: 'system', message, sender: { identifier: 'SYSTEM', deviceId: '' } },
    } as never);
    await db.changes.add({
      id: `call ${String(at).padStart(16, '0')} ${id}`,
      conversationId: chat,
      target: callIndex,
      kind: 'call',
      message: JSON.stringify({ callId: id }),
    } as never);
  }
  const read = (count = 50, onlyMissed = false) =>
    readCalls(db as unknown as AccountRows, { me: 'alice', count, onlyMissed });
  return { db, read };
}

it('R245 lists calls, newest first, by how they went', async () => {
  const { read } = await world([
    { outcome: 'completed', duration: 5_000 },
    { outcome: 'completed', duration: 7_000, by: 'alice' },
    { outcome: 'missed' },
    { outcome: 'missed', by: 'alice' },
    { outcome: 'declined' },
    { outcome: 'declined', by: 'alice' },
    {},
  ]);
  const { calls, hasMore } = await read();
  expect(calls.map(({ kind, duration }) => [kind, duration])).toEqual([
    ['ongoing', 0],
    ['theyDeclined', 0],
    ['declined', 0],
    ['unanswered', 0],
    ['missed', 0],
    ['outgoing', 7_000],
    ['incoming', 5_000],
  ]);
  expect(hasMore).toBe(false);
});

it('R245 knows video calls, which are called back as such', async () => {
  const { read } = await world([
    { outcome: 'missed', video: true },
    { outcome: 'missed', video: 'yes' },
    { video: true },
  ]);
  expect((await read()).calls.map(({ isVideo }) => isVideo)).toEqual([true, false, true]);
});

it('R245 reads one page, of the missed ones too, and says whether there are more', async () => {
  const { read } = await world(
    Array.from({ length: 20 }, (_, index) => ({ outcome: index % 5 === 0 ? 'missed' : 'completed' })),
  );
  const page = async (count: number, onlyMissed: boolean) => {
    const { calls, hasMore } = await read(count, onlyMissed);
    return [calls.map(({ callId }) => callId), hasMore];
  };
  expect(await page(2, false)).toEqual([['call-19', 'call-18'], true]);
  expect(await page(3, true)).toEqual([['call-15', 'call-10', 'call-5'], true]);
  expect(await page(4, true)).toEqual([['call-15', 'call-10', 'call-5', 'call-0'], false]);
  expect((await page(20, false))[1]).toBe(false);
});

it('R245 does not list a call that was withdrawn or deleted, nor one whose chat was', async () => {
  const { db, read } = await world(
    Array.from({ length: 4 }, () => ({ outcome: 'missed' })).concat({ chat: 'carol', outcome: 'missed' } as never),
  );
  await db.messages.update('call-0', { withdrawn: { by: 'bob', at: start } });
  await db.messages.delete('call-1');
  await db.conversations.delete('carol');
  // Somebody claims that a change of theirs is a call.
  await db.changes.add({
    id: 'call 9',
    conversationId: 'bob',
    target: callIndex,
    kind: 'edit',
    message: '{"callId":"call-2"}',
  } as never);
  expect((await read(2)).calls.map(({ callId }) => callId)).toEqual(['call-3', 'call-2']);
});

it('R245 groups consecutive calls of a day with one person, the missed ones apart', async () => {
  const { read } = await world([
    { at: start - 30 * hour, outcome: 'missed' },
    { at: start, outcome: 'missed' },
    { at: start + 1, outcome: 'missed' },
    { at: start + 2, outcome: 'completed' },
    { at: start + 3, outcome: 'completed', by: 'alice' },
    { at: start + 4, outcome: 'completed', chat: 'carol' },
    { at: start + 5, outcome: 'completed' },
  ]);
  const days = groupCalls((await read()).calls);
  expect(days.map(({ groups }) => groups.map(({ call, count }) => [call.callId, count]))).toEqual([
    [
      ['call-6', 1],
      ['call-5', 1],
      ['call-4', 2],
      ['call-2', 2],
    ],
    [['call-0', 1]],
  ]);
});
