// Several messages of one conversation in one call: one order, a result for each, and nothing that overtakes.
import type { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chatOf, newMessageId, outcomeCode, rowsOf, sendText, signIn, type Person } from '../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';

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
const ids = (count: number) => Array.from({ length: count }, newMessageId);

const sendAll = (all: readonly string[], to: { identifier: string; deviceId: string }[] = [deviceOf(bob)]) =>
  alice.api.message.sendInOrder({
    conversation: { conversationId: chat, conversationType: 'private' },
    messages: all.map((id) => ({
      id,
      content: to.map((device) => ({ type: 'text', message: `sealed ${id}`, to: device })),
    })),
  });

const storedIds = async () => (await rowsOf(bob)).map(({ id }) => id);

describe('P1 P2 messages sent in one call', () => {
  test('stand in their order, and every one has its place; once more they have the same places', async () => {
    const all = ids(limits.sendInOrderMax);
    const { results } = await sendAll(all);
    expect(results.map(({ code, seq }) => `${code}${seq}`)).toEqual(all.map((_, index) => `${index + 1}`));
    expect((await sendAll(all)).results).toEqual(results);
    expect(await storedIds()).toEqual(all);
  });

  test('a refused one does not fail its neighbours', async () => {
    const all = ids(3);
    await sendText(bob, chat, 'mine', { id: all[1]! });
    const { results } = await sendAll(all);
    expect(results).toMatchObject([{ code: '', seq: 2 }, { code: 'NO_AUTH' }, { code: '', seq: 3 }]);
  });

  test('a stale list of devices stores none of them', async () => {
    const all = ids(3);
    now += 60_000;
    const laptop = await signIn(gateway, { phone: bob.phone, deviceId: 'laptop', name: 'Bob' });
    expect(await outcomeCode(sendAll(all))).toBe('DEVICES_CHANGED');
    expect(await storedIds()).toEqual([]);
    await sendAll(all, [deviceOf(bob), deviceOf(laptop)]);
    expect(await storedIds()).toEqual(all);
  });

  test('one that the database does not store stops those after it; those before it stand', async () => {
    const all = ids(4);
    await query(
      gateway,
      `create or replace function refuse_one() returns trigger language plpgsql as $$
       begin if new.id = '${all[2]}' then raise exception 'not this one'; end if; return new; end $$`,
    );
    await query(
      gateway,
      'create trigger refuse_one before insert on message for each row execute function refuse_one()',
    );
    const { results } = await sendAll(all);
    expect(results.map(({ code }) => code)).toEqual(['', '', 'UNAVAILABLE', 'UNAVAILABLE']);
    expect(await outcomeCode(sendAll(all.slice(2)))).toBe('UNKNOWN');
    await query(gateway, 'drop trigger refuse_one on message');
    expect((await sendAll(all)).results.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(await storedIds()).toEqual(all);
  });

  test('none at all, one id twice, a command, other devices for one of them, too many: refused', async () => {
    const [one, two] = ids(2) as [string, string];
    const to = [deviceOf(bob)];
    const text = (id: string, fields: object = {}) => ({
      id,
      content: [{ type: 'text', message: 'x', to: to[0]!, ...fields }],
    });
    const send = (...messages: ReturnType<typeof text>[]) =>
      outcomeCode(
        alice.api.message
          .sendInOrder({ conversation: { conversationId: chat, conversationType: 'private' }, messages })
          .catch((fault: Fault) => Promise.reject(fault)),
      );
    expect(await send()).toBe('BAD_REQUEST');
    expect(await send(text(one), text(one))).toBe('BAD_REQUEST');
    expect(await send(text(one), text(two, { cmdId: 'withdraw', targets: [one] }))).toBe('BAD_REQUEST');
    expect(await send(text(one), text(two, { to: { identifier: bob.identifier, deviceId: 'other' } }))).toBe(
      'BAD_REQUEST',
    );
    expect(await send(...ids(limits.sendInOrderMax + 1).map((id) => text(id)))).not.toBe('SUCCESS');
    expect(await storedIds()).toEqual([]);
  });
});
