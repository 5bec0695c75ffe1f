import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../gateway/src/db/postgres/postgres.ts';
import { approveDevice, waitUntil, createPair, type Pair, textOf } from './pair.ts';

/** More of them in `npm run soak`. */
const seeds = Array.from({ length: Number(process.env['AMBER_RUNS'] ?? 1) }, (_, index) => index + 1);

let folder: string;
let postgres: EmbeddedPostgres;
let world: Pair;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'amber-pair-'));
  chmodSync(folder, 0o755); // the server's own user must have access
  postgres = await startEmbeddedPostgres({ dataDir: folder });
});
afterAll(async () => {
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  world = await createPair({ databaseUrl: postgres.databaseUrl });
});
afterEach(() => world.close());

const texts = async (who: 'alice' | 'bob') => (await world[who].timeline(world.conversationId)).map(textOf);
const isSettled = async (who: 'alice' | 'bob', count: number) => {
  const rows = await world[who].timeline(world.conversationId);
  return rows.length === count && rows.every((row) => !row.loading && row.seq > 0);
};

/** Everything that the gateway has stored of messages, as text. */
async function stored(): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: Buffer | null }>(
      'select body as bytes from message union all select envelope from device_copy',
    );
    return rows.map(({ bytes }) => bytes?.toString('latin1') ?? '').join('\n');
  } finally {
    await client.end();
  }
}

describe('two devices and a gateway', () => {
  it('R73 R74 R77 the words of a private chat are at both and nowhere in the gateway, from the first message on', async () => {
    const { alice, bob, conversationId } = world;
    await alice.sendMessage(conversationId, 'nobody else reads this');
    await waitUntil(
      'the first message at both',
      async () => (await isSettled('alice', 1)) && (await isSettled('bob', 1)),
    );
    await bob.sendMessage(conversationId, 'nor what I answer');
    await waitUntil('the answer at both', async () => (await isSettled('alice', 2)) && (await isSettled('bob', 2)));
    await alice.sendCommand(conversationId, 'edit', { text: 'nor what I make of it' }, [
      (await alice.timeline(conversationId))[0]!.id,
    ]);
    await waitUntil('the edit', async () => (await bob.timeline(conversationId))[0]!.edited !== undefined);
    for (const who of [alice, bob])
      expect((await who.timeline(conversationId)).map(({ content }) => content.encrypted)).toEqual([true, true]);
    expect(await texts('bob')).toEqual(['nobody else reads this', 'nor what I answer']);
    expect(await stored()).not.toMatch(/nobody else|nor what/);
  });

  it('R177 a device that was signed out from afar reads and sends nothing, and is sealed for again when it comes back', async () => {
    const { alice, bob, conversationId } = world;
    const { deviceId } = alice.engine.state$.value.session!;
    const phone = await world.person('Alice', alice.phone);
    await approveDevice(alice, phone);
    await alice.engine.calls.keepData({ keep: true });
    await phone.engine.calls.signOutDevice({ deviceId });
    await waitUntil('the end of its session', () => alice.engine.state$.value.session === null);
    await expect(alice.sendMessage(conversationId, 'too late')).rejects.toThrow();
    await bob.sendMessage(conversationId, 'while she was out');
    await waitUntil('what Bob says at the other device', async () =>
      (await phone.timeline(conversationId)).some((row) => textOf(row) === 'while she was out'),
    );
    await alice.signIn();
    await alice.waitForKeys();
    await approveDevice(phone, alice);
    await bob.sendMessage(conversationId, 'now that she is back');
    // A device without a session with it needs its keys.
    const carol = await world.person('Carol');
    const { conversationId: withCarol } = await carol.engine.calls.openPrivateChat({ identifier: alice.identifier });
    await carol.sendMessage(withCarol, 'we have not met');
    await waitUntil(
      'what both say',
      async () =>
        (await texts('alice')).includes('now that she is back') && (await alice.timeline(withCarol)).length > 0,
    );
    expect((await alice.timeline(withCarol)).map((row) => [textOf(row), row.content.encrypted])).toEqual([
      ['we have not met', true],
    ]);
    expect(await texts('alice')).not.toContain('while she was out');
    for (const [one, chat] of [
      [bob, conversationId],
      [carol, withCarol],
    ] as const) {
      expect((await one.timeline(chat)).flatMap(({ plainCopies }) => plainCopies ?? [])).toEqual([]);
    }
  });

  it('R204 a device that was signed out from afar wipes what it holds when it learns of it', async () => {
    const { alice, bob, conversationId } = world;
    const tablet = await world.person('Alice', alice.phone);
    await approveDevice(alice, tablet);
    await bob.sendMessage(conversationId, 'for both of your devices');
    await waitUntil('it on the tablet', async () =>
      (await tablet.timeline(conversationId)).map(textOf).includes('for both of your devices'),
    );
    tablet.proxy.set({ offline: true });
    await alice.engine.calls.signOutDevice({ deviceId: tablet.engine.state$.value.session!.deviceId });
    expect(await tablet.timeline(conversationId)).not.toEqual([]);
    tablet.proxy.set({ offline: false });
    await waitUntil('it to be wiped', () => tablet.events.some(({ type }) => type === 'accountWiped'));
    expect(tablet.engine.state$.value).toMatchObject({ session: null, ended: true, removed: true });
    expect(await tablet.timeline(conversationId)).toEqual([]);
  });

  it('R176 both see the same safety number, and a new device of one is told to the other', async () => {
    const { alice, bob, conversationId } = world;
    await alice.sendMessage(conversationId, 'hello');
    await waitUntil('it at both', async () => (await isSettled('alice', 1)) && (await isSettled('bob', 1)));
    await bob.sendMessage(conversationId, 'hi');
    await waitUntil('both at both', async () => (await isSettled('alice', 2)) && (await isSettled('bob', 2)));
    const numbers = () =>
      Promise.all([alice, bob].map(async ({ engine }) => (await engine.calls.security({ conversationId })).number));
    const [mine, theirs] = await numbers();
    expect(mine).toMatch(/^\d{60}$/);
    expect(theirs).toBe(mine);
    await alice.engine.calls.verifyPerson({ identifier: bob.identifier, safetyNumber: mine! });
    const tablet = await world.person('Bob', bob.phone);
    await tablet.waitForKeys();
    await approveDevice(bob, tablet);
    await waitUntil(
      'the chat on the tablet',
      async () => (await tablet.db.conversations.get(conversationId)) !== undefined,
    );
    await tablet.sendMessage(conversationId, 'from my tablet');
    await waitUntil('it at Alice', async () => (await texts('alice')).includes('from my tablet'));
    const id = await alice.sendMessage(conversationId, 'who is this?');
    await waitUntil('it to be held', async () => (await alice.db.messages.get(id))?.fault === 'untrusted_identity');
    expect((await alice.engine.calls.security({ conversationId })).state).toBe('changed');
    await alice.engine.calls.acceptKeys({ identifier: bob.identifier });
    await waitUntil('it on the tablet', async () =>
      (await tablet.timeline(conversationId)).map(textOf).includes('who is this?'),
    );
  });

  it('R55 R57 R74 a message goes from one to the other and both agree on its place', async () => {
    const { alice, bob, conversationId } = world;
    const id = await alice.sendMessage(conversationId, 'hello');
    await waitUntil('the message at both', async () => (await isSettled('alice', 1)) && isSettled('bob', 1));
    const [mine, theirs] = [(await alice.timeline(conversationId))[0]!, (await bob.timeline(conversationId))[0]!];
    expect(theirs).toMatchObject({ id, seq: mine.seq, createdAt: mine.createdAt, isRead: false, copy: 'queued' });
    expect(mine).toMatchObject({ isRead: true, loading: false, error: '' });
    expect((await bob.db.conversations.get(conversationId))?.unread).toBe(1);
  });

  it(' P3 both see the same order when both write at once', async () => {
    const { alice, bob, conversationId } = world;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        Promise.all([alice.sendMessage(conversationId, `a${index}`), bob.sendMessage(conversationId, `b${index}`)]),
      ),
    );
    await waitUntil('forty messages at both', async () => (await isSettled('alice', 40)) && isSettled('bob', 40));
    expect(await texts('alice')).toEqual(await texts('bob'));
    expect((await texts('bob')).filter((text) => text.startsWith('a'))).toEqual(
      Array.from({ length: 20 }, (_, index) => `a${index}`),
    );
  });

  it('R46 R174 what was written offline is sent once and in order, what was missed is caught up', async () => {
    const { alice, bob, conversationId } = world;
    alice.proxy.set({ offline: true });
    await waitUntil('the loss to be noticed', () => alice.engine.state$.value.connection.status !== 'open');
    for (let index = 0; index < 5; index += 1) await alice.sendMessage(conversationId, `offline ${index}`);
    await bob.sendMessage(conversationId, 'meanwhile');
    await alice.restart();
    alice.proxy.set({ offline: false });
    await alice.engine.calls.reconnect({});
    await waitUntil('all of it at both', async () => (await isSettled('alice', 6)) && isSettled('bob', 6));
    expect(await texts('alice')).toEqual(await texts('bob'));
    expect((await texts('bob')).filter((text) => text.startsWith('offline'))).toEqual(
      [0, 1, 2, 3, 4].map((index) => `offline ${index}`),
    );
  });

  it('R45 R55 a lost answer and a resend leave one message on both screens', async () => {
    const { alice, conversationId } = world;
    await alice.sendMessage(conversationId, 'first');
    await waitUntil('the first message at both', async () => (await isSettled('alice', 1)) && isSettled('bob', 1));
    alice.proxy.set({ blackHole: 'answers' });
    const id = await alice.sendMessage(conversationId, 'only once');
    await waitUntil("the message at Bob's", async () => (await texts('bob')).includes('only once'));
    expect((await alice.db.messages.get(id))?.loading).toBe(true);
    alice.proxy.set({ blackHole: false });
    alice.proxy.reset();
    await waitUntil('the message settled', () => isSettled('alice', 2));
    await alice.restart();
    await waitUntil('one at both', async () => (await isSettled('alice', 2)) && isSettled('bob', 2));
    expect(await texts('bob')).toEqual(['first', 'only once']);
    expect(await texts('alice')).toEqual(['first', 'only once']);
  });

  it.each(seeds)(
    ' P1 P2 P3 nothing is lost, doubled or out of order on a line that drops, cuts and delays (seed %i)',
    async (seed) => {
      await world.close();
      world = await createPair({ databaseUrl: postgres.databaseUrl, seed });
      const { alice, bob, conversationId } = world;
      for (const { proxy } of [alice, bob]) proxy.set({ latency: 3, slice: 0.5, drop: 0.02 });
      for (let index = 0; index < 30; index += 1) {
        await alice.sendMessage(conversationId, `a${index}`);
        await bob.sendMessage(conversationId, `b${index}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      for (const { proxy } of [alice, bob]) proxy.set({ latency: 0, slice: 0, drop: 0 });
      await Promise.all([alice, bob].map(({ engine }) => engine.calls.reconnect({})));
      await waitUntil(
        'sixty messages at both',
        async () => (await isSettled('alice', 60)) && isSettled('bob', 60),
        25_000,
      );
      expect(await texts('alice')).toEqual(await texts('bob'));
      expect(new Set(await texts('bob')).size).toBe(60);
    },
  );

  it('R67 R68 what was read is read on the gateway too', async () => {
    const { alice, bob, conversationId } = world;
    await alice.sendMessage(conversationId, 'read me');
    await waitUntil("the message at Bob's", () => isSettled('bob', 1));
    await bob.engine.calls.markRead({ conversationId, seq: 1 });
    expect(await bob.db.conversations.get(conversationId)).toMatchObject({ unread: 0, readSeq: 1 });
    expect((await bob.timeline(conversationId))[0]).toMatchObject({ isRead: true });
  });

  it('R46 R68 what was read offline is told when the connection is back', async () => {
    const { alice, bob, conversationId } = world;
    await alice.sendMessage(conversationId, 'read me later');
    await waitUntil("the message at Bob's", () => isSettled('bob', 1));
    bob.proxy.set({ offline: true });
    await bob.engine.calls.markRead({ conversationId, seq: 1 });
    expect(await bob.db.conversations.get(conversationId)).toMatchObject({ unread: 0, readSeq: 1, toldSeq: 0 });
    bob.proxy.set({ offline: false });
    await bob.engine.calls.reconnect({});
    await waitUntil('the gateway told', async () => (await bob.db.conversations.get(conversationId))?.toldSeq === 1);
  });
});
