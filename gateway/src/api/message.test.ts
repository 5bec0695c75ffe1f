import type { Content, Input } from '@amber/proto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  apiOf,
  chatOf,
  sendCommand,
  groupOf,
  newMessageId,
  outcomeCode,
  rowsOf,
  sendText,
  signIn,
  type Person,
} from '../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let now = Date.now();
let alice: Person;
let bob: Person;
let chat: string;

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => now });
});
beforeEach(async () => {
  [alice, bob] = [await signIn(gateway, { name: 'Alice' }), await signIn(gateway, { name: 'Bob' })];
  chat = await chatOf(alice, bob);
});
afterAll(() => gateway.close());

const deviceOf = ({ identifier, deviceId }: Person) => ({ identifier, deviceId });

describe('sending', () => {
  test('R57 a message is stored, and the gateway writes who, when and which itself', async () => {
    const id = newMessageId();
    const sent = await alice.api.message.sendPrivateMessage({
      id,
      conversation: { conversationId: chat },
      content: [
        {
          id: 'forged',
          type: 'text',
          message: '{"text":"hello"}',
          timestamp: 1,
          sender: { identifier: bob.identifier, deviceId: 'forged' },
        },
      ],
    });
    expect(sent).toEqual({ id, timestamp: now, epoch: 1, seq: 1, content: null });
    expect(await rowsOf(bob)).toMatchObject([
      {
        id,
        seq: 1,
        prevSeq: 0,
        copy: 'open',
        timestamp: now,
        sender: deviceOf(alice),
        content: { id, message: '{"text":"hello"}', timestamp: now, sender: deviceOf(alice) },
      },
    ]);
  });

  test('P2 a resend stores nothing and gets the first place and time, also when it comes ten times at once', async () => {
    const id = newMessageId();
    const first = await sendText(alice, chat, 'once', { id });
    now += 5_000;
    const again = await Promise.all(Array.from({ length: 10 }, () => sendText(alice, chat, 'once', { id })));
    expect(new Set(again.map((sent) => JSON.stringify(sent)))).toEqual(new Set([JSON.stringify(first)]));
    expect(await rowsOf(bob)).toHaveLength(1);
  });

  test('P2 the same id many times in one batch is one message', async () => {
    const id = newMessageId();
    const all = await Promise.all(Array.from({ length: 30 }, () => sendText(alice, chat, 'once', { id })));
    expect(new Set(all.map(({ seq }) => seq))).toEqual(new Set([1]));
    expect((await sendText(alice, chat, 'next')).seq).toBe(2);
  });

  test('T9 an id that somebody else used is refused', async () => {
    const id = newMessageId();
    await sendText(alice, chat, 'mine', { id });
    expect(await outcomeCode(sendText(bob, chat, 'stolen', { id }))).toBe('NO_AUTH');
  });

  test('T9 of two people who use one id at the same time one is refused', async () => {
    const id = newMessageId();
    const outcomes = await Promise.all(
      [alice, bob].map((person) => outcomeCode(sendText(person, chat, 'mine', { id }))),
    );
    expect(outcomes.toSorted()).toEqual(['NO_AUTH', 'SUCCESS']);
    expect(await rowsOf(bob)).toHaveLength(1);
  });

  test('P3 one that is refused leaves no hole among those that come with it', async () => {
    const stranger = await signIn(gateway);
    const codes = await Promise.all(
      [alice, stranger, bob, stranger, alice].map((person) => outcomeCode(sendText(person, chat, 'x'))),
    );
    expect(codes).toEqual(['SUCCESS', 'NO_AUTH', 'SUCCESS', 'NO_AUTH', 'SUCCESS']);
    expect((await rowsOf(bob)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  test('P3 many at once get places without holes or doubles', async () => {
    const sent = await Promise.all(
      Array.from({ length: 300 }, (_, n) => sendText(n % 2 ? alice : bob, chat, String(n))),
    );
    expect(sent.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, n) => n + 1));
  });

  test('P3 two gateways on one database share the places of a conversation', async () => {
    const second = await startTestGateway({ databaseUrl: gateway.databaseUrl });
    const elsewhere = { ...bob, api: apiOf(second.url, bob.tokens.token) };
    const sent = await Promise.all(
      Array.from({ length: 200 }, (_, n) => sendText(n % 2 ? alice : elsewhere, chat, String(n))),
    );
    expect(sent.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
    await second.close();
  });

  test('one refused message does not fail those beside it', async () => {
    const stranger = await signIn(gateway);
    const outcomes = await Promise.all(
      [sendText(alice, chat, '1'), sendText(stranger, chat, '2'), sendText(bob, chat, '3')].map(outcomeCode),
    );
    expect(outcomes).toEqual(['SUCCESS', 'NO_AUTH', 'SUCCESS']);
  });

  test("a member removed while a batch waits: his message is refused, his neighbours' are not", async () => {
    const carol = await signIn(gateway);
    const group = await groupOf(alice, bob, carol);
    const holder = new pg.Client({ connectionString: gateway.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from conversation where id = $1 for update', [group]);
    const waiting = async (count: number) => {
      for (;;) {
        const { rows } = await query<{ n: number }>(
          gateway,
          "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        if (rows[0]!.n >= count) return;
      }
    };
    const removal = sendCommand(alice, group, 'deleteMember', { targets: [bob.identifier] });
    await waiting(1);
    const outcomes = [alice, bob, carol].map((person) => outcomeCode(sendText(person, group, 'hi', { type: 'group' })));
    await waiting(2);
    await holder.query('commit');
    await holder.end();
    await removal;
    expect(await Promise.all(outcomes)).toEqual(['SUCCESS', 'NOT_MEMBER', 'SUCCESS']);
    expect((await rowsOf(carol)).filter(({ content }) => content!.type === 'text')).toHaveLength(2);
  });

  test('a block stops messages to who blocked, and no others', async () => {
    await query(gateway, 'insert into block values ($1, $2)', [bob.identifier, alice.identifier]);
    expect(await outcomeCode(sendText(alice, chat, 'hello?'))).toBe('BLOCKED');
    expect(await outcomeCode(sendText(bob, chat, 'hello'))).toBe('SUCCESS');
    expect(await rowsOf(bob)).toHaveLength(1);
  });

  test('P1 a batch that the database refuses is tried one by one', async () => {
    await query(
      gateway,
      `alter table message add constraint no_bad_sender check (ts > 0 and convert_from(coalesce(body, ''), 'LATIN1') not like '%poison%')`,
    );
    const outcomes = await Promise.all(
      ['good', 'poison', 'fine'].map((text) => outcomeCode(sendText(alice, chat, text))),
    );
    await query(gateway, 'alter table message drop constraint no_bad_sender');
    expect(outcomes).toEqual(['SUCCESS', 'UNKNOWN', 'SUCCESS']);
    expect((await rowsOf(bob)).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test.each<[string, { type?: 'private' | 'group'; id?: string; content: Input<Content>[] }, string]>([
    ['no content at all, in a group', { type: 'group', content: [] }, 'BAD_REQUEST'],
    ['two open contents', { content: [{ message: '{}' }, { message: '{}' }] }, 'BAD_REQUEST'],
    ['text that is not JSON', { content: [{ message: 'hello' }] }, 'BAD_REQUEST'],
    ['an id of another length', { id: 'short', content: [{ message: '{}' }] }, 'BAD_REQUEST'],
    ['too much text', { content: [{ message: JSON.stringify('x'.repeat(160_000)) }] }, 'TOO_LARGE'],
  ])('%s is refused', async (_, { type = 'private', ...request }, code) => {
    const group = await groupOf(alice, bob);
    const call = type === 'private' ? alice.api.message.sendPrivateMessage : alice.api.message.sendGroupMessage;
    expect(
      await outcomeCode(
        call({ id: newMessageId(), conversation: { conversationId: type === 'private' ? chat : group }, ...request }),
      ),
    ).toBe(code);
  });

  test('a private message does not go to a group, nor the other way round', async () => {
    const group = await groupOf(alice, bob);
    expect(await outcomeCode(sendText(alice, group, 'x'))).toBe('NO_AUTH');
    expect(await outcomeCode(sendText(alice, chat, 'x', { type: 'group' }))).toBe('NO_AUTH');
  });

  test('more than the queue holds are turned away, and the rest is stored', async () => {
    // One account's calls wait for each other long before the queue is full: here they may all run.
    const small = await startTestGateway({ limits: { sendQueueMax: 10, batchMax: 2, callConcurrencyPerAccount: 100 } });
    const [one, two] = [await signIn(small), await signIn(small)];
    const id = await chatOf(one, two);
    const holder = new pg.Client({ connectionString: small.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from conversation where id = $1 for update', [id]);
    const sent = Array.from({ length: 100 }, () => outcomeCode(sendText(one, id, 'x')));
    // Nothing can be stored yet, so the first answers are the refusals.
    expect(await Promise.race(sent)).toBe('UNAVAILABLE');
    await holder.query('commit');
    await holder.end();
    const outcomes = await Promise.all(sent);
    const stored = outcomes.filter((code) => code === 'SUCCESS').length;
    expect(new Set(outcomes)).toEqual(new Set(['SUCCESS', 'UNAVAILABLE']));
    expect((await sendText(one, id, 'last')).seq).toBe(stored + 1);
    await small.close();
  });
});
