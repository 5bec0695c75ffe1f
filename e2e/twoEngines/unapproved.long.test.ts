import { decode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { routes } from '@amber/proto/routes';
import { migratedDatabase } from '@amber/gateway/testing';
import { asyncScheduler } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SocketLike } from '../../shell/engine/kit/ports.ts';
import { approveDevice, waitUntil, nextId, type Pair, createPair, type TestDevice, type PairPorts } from './pair.ts';

let home: Pair;
let second: TestDevice;
/** How far the gateway's clock is ahead. */
let clockOffset = 0;
/** The calls of Alice's second device that the gateway answered, and those of them that it refused. */
const answeredCalls: string[] = [];
const refusedCalls: string[] = [];
const waitForAnswers = (call: string, times = 1) =>
  waitUntil(`${times} of ${call}`, () => answeredCalls.filter((one) => one === call).length >= times);

const callByPath = new Map(Object.entries(routes).map(([call, { path }]) => [`/gateway${path}`, call]));

const recordingPorts: PairPorts = () => ({
  clock: asyncScheduler,
  openSocket: (url) => new WebSocket(url) as unknown as SocketLike,
  async fetch(input, init) {
    const answer = await fetch(input, init);
    const call = callByPath.get(new URL(String(input)).pathname);
    if (!call || routes[call as keyof typeof routes].json) return answer;
    const { code } = decode('Envelope', new Uint8Array(await answer.clone().arrayBuffer()));
    answeredCalls.push(call);
    if (code === 'NO_AUTH') refusedCalls.push(call);
    return answer;
  },
});

const resultCode = (work: Promise<unknown>) =>
  work.then(
    () => 'SUCCESS',
    (thrown: unknown) => Fault.of(thrown).code,
  );

beforeAll(async () => {
  home = await createPair({ databaseUrl: await migratedDatabase(), clock: () => Date.now() + clockOffset });
});
afterAll(() => home.close());

describe('R247 a device that nobody has approved', () => {
  it('R247 R176 does by itself nothing that the gateway refuses, and reads and writes open chats', async () => {
    const { alice, bob } = home;
    const { conversationId: group } = await alice.engine.calls.createGroup({
      requestId: nextId(),
      name: 'Rowers',
      identifiers: [bob.identifier],
    });
    await alice.sendMessage(group, 'before');
    second = await home.person('Alice', alice.phone, recordingPorts);
    await waitUntil('the word that it waits', () => second.engine.state$.value.devices?.standing === 'waiting');
    await waitUntil('the group', async () => (await second.db.conversations.get(group)) !== undefined);
    const id = await second.sendMessage(group, 'from the new one');
    await waitUntil('its message', async () => (await bob.db.messages.get(id)) !== undefined);
    const answer = await bob.sendMessage(group, 'welcome');
    await waitUntil('an answer', async () => (await second.db.messages.get(answer)) !== undefined);
    await second.engine.calls.markRead({ conversationId: group, seq: (await second.db.messages.get(answer))!.seq });
    await waitForAnswers('message.read');
    // A new connection does everything that an engine does by itself once more.
    await second.restart();
    await waitUntil('the connection', () => second.engine.state$.value.connection.status === 'open');
    for (const call of ['user.privacy', 'user.devices', 'conversation.list', 'contact.contactList'])
      await waitForAnswers(call, 2);
    const after = await bob.sendMessage(group, 'again');
    await waitUntil('the next message', async () => (await second.db.messages.get(after)) !== undefined);
    expect(refusedCalls).toEqual([]);
  });

  it('R247 says to approve it first where a person asks for more', async () => {
    const { alice } = home;
    const { api, deleteAccount, cancelDeletion, createGroup } = second.engine.calls;
    const confirm = alice.identifier;
    expect([
      await resultCode(deleteAccount({ confirm })),
      await resultCode(cancelDeletion({})),
      await resultCode(createGroup({ requestId: nextId(), name: 'Mine', identifiers: [] })),
      await resultCode(api({ call: 'user.exportData', request: {} })),
      await resultCode(api({ call: 'user.setBio', request: { bio: 'hi' } })),
    ]).toEqual(Array.from({ length: 5 }, () => 'NOT_APPROVED'));
    const { conversationId } = home;
    await waitUntil('the chat', async () => (await second.db.conversations.get(conversationId)) !== undefined);
    expect(await resultCode(second.sendCommand(conversationId, 'encrypt', { encrypted: false }))).toBe('NOT_APPROVED');
  });

  it('R247 learns of the deletion as the others do, and keeps the account once it is approved', async () => {
    const { alice } = home;
    const dates = () => [alice, second].map(({ engine }) => engine.state$.value.deletesAt ?? 0);
    const { deletesAt } = await alice.engine.calls.deleteAccount({ confirm: alice.identifier });
    await waitUntil('the date on both', () => dates().every((date) => date === deletesAt));
    expect(await resultCode(second.engine.calls.cancelDeletion({}))).toBe('NOT_APPROVED');
    await approveDevice(alice, second);
    await second.engine.calls.cancelDeletion({});
    await waitUntil('no date on both', () => dates().every((date) => date === 0));
  });
  it('R247 R196 sees the account end on its date: nothing of it stays on any device', async () => {
    const { alice, bob, conversationId } = home;
    const { deletesAt } = await alice.engine.calls.deleteAccount({ confirm: alice.identifier });
    await bob.sendMessage(conversationId, 'see you');
    clockOffset = deletesAt - Date.now();
    await home.sweep();
    for (const { engine, events } of [alice, second]) {
      await waitUntil('the end of the session', () => engine.state$.value.session === null);
      await waitUntil('the removal', () => events.some(({ type }) => type === 'accountWiped'));
      expect(engine.state$.value).toMatchObject({ ended: true, deleted: true, removed: true, deletesAt: 0 });
    }
    await waitUntil("the end of the devices at the other's", async () => {
      const devices = await bob.db.bundles.where({ identifier: alice.identifier }).toArray();
      return devices.length === 0;
    });
  });
});
