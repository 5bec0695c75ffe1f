import { openAccountDb } from '@amber/client/db';
import { limits } from '@amber/proto/limits';
import { Fault } from '@amber/proto/faults';
import { Dexie } from 'dexie';
import { IDBObjectStore as FDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually, settle } from '../testing/clock.ts';
import { isQuotaError } from './eviction.ts';
import { type Alice, newDatabases, startAlice } from '../testing/startAlice.ts';

const page = limits.timelinePage;
const started: Alice[] = [];

/** How many rows the browser accepts; a write beyond that is refused, as browsers do. */
let room = Infinity;
let rows = 0;

beforeEach(() => {
  [room, rows] = [Infinity, 0];
  for (const name of ['add', 'put'] as const) {
    const plain = FDBObjectStore.prototype[name];
    vi.spyOn(FDBObjectStore.prototype, name).mockImplementation(function refuse(
      this: InstanceType<typeof FDBObjectStore>,
      ...args: Parameters<typeof plain>
    ) {
      // A browser without room refuses every table; only the tables that grow with use are counted.
      if (rows >= room) throw new DOMException('no room', 'QuotaExceededError');
      if (this.name === 'messages' || this.name === 'outbox' || this.name === 'drafts') rows += 1;
      return plain.apply(this, args);
    });
  }
  const plainDelete = FDBObjectStore.prototype.delete;
  vi.spyOn(FDBObjectStore.prototype, 'delete').mockImplementation(function give(
    this: InstanceType<typeof FDBObjectStore>,
    ...args: Parameters<typeof plainDelete>
  ) {
    if (this.name === 'messages') rows -= 1;
    return plainDelete.apply(this, args);
  });
});
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
  vi.restoreAllMocks();
});

/** Alice with a group in which many messages are read, a few not. */
async function alice({ messages = 200, unread = 5 } = {}) {
  const one = await startAlice();
  started.push(one);
  const chat = one.gateway.addChat('g1', { type: 'group' });
  for (let index = 1; index <= messages; index += 1)
    one.gateway.addContent('g1', { type: 'text', message: `{"text":"${index}"}` });
  chat.readSeq = messages - unread;
  one.reconnect();
  await eventually('the messages', async () => (await one.db.messages.count()) === messages);
  await one.db.files.put({ id: 'f1', key: 'chat/1', state: 'here', blob: new Blob(['fetched']), usedAt: 0 });
  return { ...one, chat };
}

describe('R153 no room left', () => {
  it('C9 R153 files go, then the oldest read messages, and the write is done after all', async () => {
    const one = await alice();
    room = rows;
    const row = await one.pushRow(one.gateway.addTextFromBob('c1', 'the one too many'));
    expect(await one.message(row.id)).toMatchObject({ isRead: false });
    expect(await one.db.files.count()).toBe(0);
    const left = (await one.db.messages.where({ conversationId: 'g1' }).sortBy('order')).map(({ seq }) => seq);
    expect(left).toEqual(Array.from({ length: page }, (_, index) => 200 - page + 1 + index));
    expect((await one.db.cursors.get('g1'))!.gaps).toEqual([{ after: 0, before: 200 - page + 1 }]);
    expect([one.storage, (await one.db.conversations.get('g1'))!.unread]).toEqual([[], 5]);
  });

  it('R153 what went is fetched again on scroll', async () => {
    const one = await alice();
    room = rows;
    await one.pushRow(one.gateway.addTextFromBob('c1', 'x'));
    room = Infinity;
    for (let place = 200; (await one.db.cursors.get('g1'))!.gaps; place -= page)
      await one.loadOlder({ conversationId: 'g1', beforeSeq: place });
    const back = await one.db.messages.where({ conversationId: 'g1' }).sortBy('order');
    expect(back.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    expect([back.filter(({ isRead }) => !isRead).length, (await one.db.conversations.get('g1'))!.unread]).toEqual([
      5, 5,
    ]);
  });

  it('R153 what one clears oneself: files and old messages that are read, all but the newest page; it comes back on scroll', async () => {
    const one = await alice();
    expect(await one.clearHistory({})).toEqual({ messages: 200 - page });
    expect([
      await one.db.files.count(),
      await one.db.messages.count(),
      (await one.db.conversations.get('g1'))!.unread,
    ]).toEqual([0, page, 5]);
    expect(await one.clearHistory({})).toEqual({ messages: 0 });
    await one.loadOlder({ conversationId: 'g1', beforeSeq: 200 - page + 1 });
    expect(await one.db.messages.count()).toBeGreaterThan(page);
  });

  it('C9 R153 what is nowhere else never goes: outbox, drafts, what is unread, unsent or was sealed', async () => {
    const one = await alice({ messages: 120, unread: 120 });
    const sealed = one.gateway.addChat('s1');
    for (let index = 0; index < 120; index += 1)
      Object.assign(one.gateway.addTextFromBob('s1', `${index}`), { copy: 'queued', id: `sealed ${index}` });
    sealed.readSeq = 120;
    one.reconnect();
    await eventually('the sealed ones', async () => (await one.db.messages.count()) === 240);
    await one.saveDraft('g1', 'unfinished');
    const keys = await one.db.identity.count();
    await one.db.sessions.put({ key: 'k' });
    await one.db.bundles.put({ identifier: 'bob', deviceId: 'b1' });
    one.gateway.goOffline();
    await one.sendText('waits');
    await one.sendFile({
      id: 'f2'.padEnd(24, '0'),
      conversationId: 'c1',
      type: 'file',
      file: new Blob(['mine alone']),
      body: { name: 'a.txt', mime: '', preview: '' },
    });
    room = rows;
    await expect(one.sendText('one more')).rejects.toMatchObject({ code: 'STORAGE', kind: 'local' });
    const counts = await Promise.all(
      [one.db.messages, one.db.outbox, one.db.drafts, one.db.identity, one.db.sessions, one.db.bundles].map((table) =>
        table.count(),
      ),
    );
    expect(counts).toEqual([242, 2, 1, keys, 1, 1]);
    const files = await one.db.files.toArray();
    expect([files.length, files[0]!.state, await files[0]!.blob.text()]).toEqual([1, 'upload', 'mine alone']);
  });

  it('C9 R153 without any room the caller hears of it, a banner does, and nothing is acknowledged; with room it goes on', async () => {
    const one = await alice({ messages: 10 });
    room = rows;
    await expect(one.saveDraft('c1', 'x')).rejects.toBeInstanceOf(Fault);
    expect(one.storage).toEqual(['full']);
    one.gateway.socket().push('pushChatMessage', one.gateway.addTextFromBob('c1', 'late'));
    await eventually('the log', () =>
      one.events.some((event) => event.type === 'log' && event.text.includes('STORAGE')),
    );
    expect(one.storage.at(-1)).toBe('full');
    await one.clock.advance(1_000);
    expect(
      one.gateway
        .socket()
        .requestsOf('pushAck')
        .flatMap(({ cursors }) => cursors)
        .filter(({ conversationId }) => conversationId === 'c1'),
    ).toEqual([]);
    expect((await one.db.cursors.get('c1'))!.seq).toBe(0);
    room = Infinity;
    one.reconnect();
    await eventually('the message', async () => (await one.texts()).includes('late'));
    await eventually('the end of the banner', () => one.storage.at(-1) === null);
  });

  it('R153 R174 an answer that could not be stored leaves the message in the outbox, and it is sent once', async () => {
    const one = await alice({ messages: 10 });
    const id = await one.sendText('kept');
    room = 0;
    await eventually('the row', () => one.gateway.chats.get('c1')!.rows.length === 1);
    await eventually('the wait', () => one.clock.hasTimerIn(3_000));
    expect(await one.message(id)).toMatchObject({ loading: true, error: '' });
    room = Infinity;
    await one.clock.advance(3_000);
    await one.waitUntilSent(id);
    expect(one.gateway.chats.get('c1')!.rows).toHaveLength(1);
  });

  it('R153 many writers at once make room once', async () => {
    const one = await alice();
    room = rows;
    const evict = vi.spyOn(one.db.files, 'filter');
    await Promise.all(Array.from({ length: 5 }, (_, index) => one.sendText(`${index}`)));
    expect(evict).toHaveBeenCalledTimes(1);
    await settle();
  });

  it("R153 the browser's error is found wherever Dexie puts it", async () => {
    const db = openAccountDb('x', newDatabases());
    room = 0;
    const thrown = await Promise.all(
      [
        db.drafts.put({ conversationId: 'c', text: '', savedAt: 0 }),
        db.transaction('rw', db.drafts, async () => db.drafts.bulkPut([{ conversationId: 'c', text: '', savedAt: 0 }])),
      ].map((promise) =>
        promise.then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    );
    db.close();
    expect(thrown.map(isQuotaError)).toEqual([true, true]);
    expect([isQuotaError(new Error('x')), isQuotaError(undefined), isQuotaError(new Dexie.AbortError('x'))]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
