import { decode } from '@amber/proto/codec';
import type { Fault } from '@amber/proto/faults';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  chatOf,
  connectAs,
  groupOf,
  newMessageId,
  outcomeCode,
  rowsOf,
  sendText,
  signIn,
  type Person,
} from '../../testing/client.ts';
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

/** Sends a message sealed for these devices. */
const sendSealed = (from: Person, to: { identifier: string; deviceId: string }[], id = newMessageId()) =>
  from.api.message.sendPrivateMessage({
    id,
    conversation: { conversationId: chat },
    content: to.map((device) => ({ type: 'text', message: `sealed for ${device.deviceId}`, to: device })),
  });

const anotherDevice = async (person: Person, deviceId: string) => {
  now += 60_000;
  return signIn(gateway, { phone: person.phone, deviceId, name: 'Same' });
};

describe('sealed messages', () => {
  test('every device gets its own copy; the sending one and later ones get none', async () => {
    const laptop = await anotherDevice(alice, 'laptop');
    await sendSealed(alice, [deviceOf(bob), deviceOf(laptop)]);
    const later = await anotherDevice(bob, 'later');
    expect(await rowsOf(bob)).toMatchObject([{ copy: 'queued', content: { message: `sealed for ${bob.deviceId}` } }]);
    expect(await rowsOf(laptop)).toMatchObject([{ copy: 'queued', content: { message: 'sealed for laptop' } }]);
    expect(await rowsOf(alice)).toMatchObject([{ copy: 'acked', content: null }]);
    expect(await rowsOf(later)).toMatchObject([{ copy: 'none', content: null }]);
  });

  test('R60 a device without a copy of a command still learns which it is: it missed no message', async () => {
    const { id } = await sendSealed(alice, [deviceOf(bob)]);
    await alice.api.message.sendPrivateMessage({
      id: newMessageId(),
      conversation: { conversationId: chat },
      content: [{ type: 'withdraw', cmdId: 'withdraw', targets: [id], message: '{}', to: deviceOf(bob) }],
    });
    const later = await anotherDevice(bob, 'later');
    expect(await rowsOf(later)).toMatchObject([
      { copy: 'none', content: null },
      { copy: 'none', content: { cmdId: 'withdraw', targets: [id], message: '' } },
    ]);
  });

  test('P5 a stale device list stores nothing and tells which are missing and which too many; the same id works then', async () => {
    const laptop = await anotherDevice(bob, 'laptop');
    const gone = { identifier: bob.identifier, deviceId: 'gone' };
    const id = newMessageId();
    const fault = await sendSealed(alice, [deviceOf(bob), gone], id).catch((error: Fault) => error);
    expect(fault).toMatchObject({ code: 'DEVICES_CHANGED' });
    expect(decode('DevicesChanged', (fault as Fault).data!)).toMatchObject({
      missing: [deviceOf(laptop)],
      extra: [gone],
    });
    expect(await rowsOf(bob)).toEqual([]);
    expect((await sendSealed(alice, [deviceOf(bob), deviceOf(laptop)], id)).seq).toBe(1);
  });

  test('R74 a withheld copy counts for the list of devices, and leaves that device without a copy', async () => {
    const laptop = await anotherDevice(bob, 'laptop');
    const socket = await connectAs(laptop);
    const { seq } = await alice.api.message.sendPrivateMessage({
      id: newMessageId(),
      conversation: { conversationId: chat },
      content: [
        { type: 'text', message: 'sealed', encrypted: true, to: deviceOf(bob) },
        { type: 'text', message: '', to: deviceOf(laptop) },
      ],
    });
    await socket.until(() => socket.rows.length === 1);
    expect(socket.rows).toMatchObject([{ copy: 'none', content: null, seq }]);
    socket.close();
    expect(await rowsOf(bob)).toMatchObject([{ copy: 'queued', content: { message: 'sealed' } }]);
    expect(await rowsOf(laptop)).toMatchObject([{ copy: 'none', content: null }]);
    const { rows } = await query(gateway, 'select device from device_copy where conversation = $1', [chat]);
    expect(rows).toEqual([{ device: bob.deviceId }]);
  });

  test('no copies at all asks for the list', async () => {
    expect(await outcomeCode(sendSealed(alice, []))).toBe('DEVICES_CHANGED');
  });

  test('a device that was idle for 45 days is sealed for no more', async () => {
    const old = await anotherDevice(bob, 'old');
    now += 46 * 24 * 60 * 60_000;
    const [sender, receiver] = [await anotherDevice(alice, alice.deviceId), await anotherDevice(bob, bob.deviceId)];
    expect(await outcomeCode(sendSealed(sender, [deviceOf(receiver), deviceOf(old)]))).toBe('DEVICES_CHANGED');
    expect(await outcomeCode(sendSealed(sender, [deviceOf(receiver)]))).toBe('SUCCESS');
  });

  test('a group takes open messages only; a device is copied to once', async () => {
    const group = await groupOf(alice, bob);
    const content = [{ message: 'sealed', to: deviceOf(bob) }];
    expect(
      await outcomeCode(
        alice.api.message.sendGroupMessage({ id: newMessageId(), conversation: { conversationId: group }, content }),
      ),
    ).toBe('BAD_REQUEST');
    expect(await outcomeCode(sendSealed(alice, [deviceOf(bob), deviceOf(bob)]))).toBe('BAD_REQUEST');
  });

  test('a confirmed copy is gone for good, on that device alone', async () => {
    const laptop = await anotherDevice(bob, 'laptop');
    await sendSealed(alice, [deviceOf(bob), deviceOf(laptop)]);
    await bob.api.message.sync({ cursors: [{ conversationId: chat, epoch: 1, seq: 1 }] });
    expect(await rowsOf(bob)).toMatchObject([{ copy: 'acked', content: null }]);
    expect(await rowsOf(laptop)).toMatchObject([{ copy: 'queued' }]);
    const { rows } = await query(gateway, 'select device from device_copy where envelope is not null');
    expect(rows).toContainEqual({ device: 'laptop' });
    expect(rows).not.toContainEqual({ device: bob.deviceId });
  });

  test('R41 pushAck confirms what was pushed', async () => {
    const socket = await connectAs(bob);
    await sendSealed(alice, [deviceOf(bob)]);
    await socket.until(() => socket.rows.length === 1);
    expect(socket.rows).toMatchObject([{ copy: 'queued', content: { message: `sealed for ${bob.deviceId}` } }]);
    await socket.ask('pushAck', { cursors: [{ conversationId: chat, epoch: 1, seq: 1 }] });
    expect(await rowsOf(bob)).toMatchObject([{ copy: 'acked' }]);
    socket.close();
  });

  test("a confirmation never goes back, nor beyond the end, nor into another epoch or another's chat", async () => {
    const cursor = async () =>
      (
        await query<{ seq: string }>(gateway, 'select seq from device_cursor where conversation = $1 and device = $2', [
          chat,
          bob.deviceId,
        ])
      ).rows[0]?.seq;
    const confirm = (seq: number, epoch = 1) =>
      bob.api.message.sync({ cursors: [{ conversationId: chat, epoch, seq }] });
    await sendText(alice, chat, '1');
    await sendText(alice, chat, '2');
    await confirm(1, 7);
    expect(await cursor()).toBeUndefined();
    await confirm(99);
    expect(await cursor()).toBe('2');
    await confirm(1);
    expect(await cursor()).toBe('2');
    const stranger = await signIn(gateway);
    await stranger.api.message.sync({ cursors: [{ conversationId: chat, epoch: 1, seq: 2 }] });
    expect(
      (await query(gateway, 'select from device_cursor where identifier = $1', [stranger.identifier])).rows,
    ).toHaveLength(0);
  });
});
