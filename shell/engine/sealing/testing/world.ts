// A test setup: Alice's engine and Bob's devices with real keys, and a gateway between them that the test controls.
import type { MessageRow } from '@amber/client/db';
import type { Content, Device, Input } from '@amber/proto';
import { readSystem } from '@amber/proto/bodies';
import { Clock, eventually } from '../../testing/clock.ts';
import { createFakeGateway } from '../../testing/fakeGateway.ts';
import { type Alice, startAlice } from '../../testing/startAlice.ts';
import { newContent } from '../../rows/newContent.ts';
import { addressOf } from '../../keys/tables.ts';
import { newDevice, TestClock, type TestDevice } from './device.ts';
import { createKeyServer } from './keyServer.ts';
import { loadSealer } from '../encryption.ts';
import type { EnvelopeContext } from '../../rows/envelopeContext.ts';

/** The running engines, the newest last. */
export const started: Alice[] = [];
export async function closeWorlds(): Promise<void> {
  for (const one of started.splice(0)) await one.close();
}

export const alice: Device = { identifier: 'alice', deviceId: 'a1' };
export const json = (value: object) => JSON.stringify(value);

/**
 * Creates Alice with an encrypted chat with Bob. `devices` is the number of Bob's devices, `own` that of Alice's other
 * ones.
 */
export async function world({ devices = 1, own = 0 } = {}) {
  const clock = new Clock();
  const server = createKeyServer();
  const keysOf = { server, clock: new TestClock(), preKeys: 3 };
  const make = (identifier: string, deviceId: string) => newDevice(identifier, deviceId, keysOf);
  const bobs = await Promise.all(Array.from({ length: devices }, (_, index) => make('bob', `b${index + 1}`)));
  const mine = await Promise.all(Array.from({ length: own }, (_, index) => make('alice', `a${index + 2}`)));
  const gateway = createFakeGateway({ now: () => clock.now(), keys: server.apiOf(alice) });
  gateway.addChat('c1', { encrypted: true });
  // Alice's first device is approved automatically.
  gateway.setDevices(bobs.map(({ me }) => me));
  const one = await startAlice({ clock, gateway, loadSealer });
  started.push(one);
  await eventually('keys', async () => server.bundleOf(alice) !== undefined && one.devices.length > 0);
  gateway.setDevices([...bobs, ...mine].map(({ me }) => me));
  // This does what pressing the approval button does.
  const ownKeys = await one.parts.encryption.ownKeys();
  for (const { deviceId, code } of await ownKeys.listKnown(mine.map(({ me }) => me.deviceId)))
    await ownKeys.approve(deviceId, code);
  const [bob] = bobs as [TestDevice];
  let serial = 0;

  const here = {
    one,
    bob,
    bobs,
    mine,
    clock,
    server,
    gateway,
    make,
    /** Advances the clock until the condition holds. */
    async until(label: string, condition: () => unknown) {
      await eventually(label, async () => {
        await clock.advance(500);
        return condition();
      });
    },
    /** Pushes the gateway's notice of this person's devices. */
    notifyDevices: (identifier: string, devices: readonly (Device & { unapproved?: true })[]) =>
      one.pushNotice(gateway.notice({ type: 'deviceChange', identifier, body: json({ devices }) })),
    /** Alice switches encryption on or off; resolves when that is in force. */
    async setSealing(encrypted: boolean) {
      const id = `switch ${(serial += 1)}`.padEnd(24, '.');
      await one.command({ id, conversationId: 'c1', cmdId: 'encrypt', body: { encrypted } });
      await here.until('the switch', async () => (await one.chat()).sealing?.on === encrypted);
    },
    /** Alice sends a text; resolves when it is sent or has failed. */
    async sendText(text: string): Promise<MessageRow> {
      const id = await one.sendText(text);
      await here.until(`'${text}' to leave`, async () => !(await one.message(id)).loading);
      return one.message(id);
    },
    /** Delivers a row of the chat from a device to Alice's. */
    async receive(
      from: TestDevice,
      fields: Input<Content>,
      change: (copy: Content) => Content = (copy) => copy,
      clear: { id?: string; by?: Device } = {},
      conversationId = 'c1',
    ) {
      const id = fields.id ?? `from ${from.me.deviceId} ${(serial += 1)}`;
      const content = newContent({ type: 'text', timestamp: clock.now(), ...(fields as Partial<Content>), id });
      const {
        copies: [copy],
      } = await from.sealAll(content, [alice], { conversationId, ...here.envelopeFields });
      const row = gateway.addContent(conversationId, { ...change(copy!), id, by: from.me, ...clear });
      row.copy = 'queued';
      await one.pushRow(row);
      return id;
    },
    /** The fields beside the content in the next envelopes. */
    envelopeFields: {} as Partial<EnvelopeContext>,
    async text(
      from: TestDevice,
      words: string,
      change?: (copy: Content) => Content,
      envelopeFields: Partial<EnvelopeContext> = {},
    ): Promise<string> {
      here.envelopeFields = envelopeFields;
      const id = await here.receive(from, { message: json({ text: words }) }, change);
      here.envelopeFields = {};
      return id;
    },
    /** Delivers a row of a build that knows only the older form: its unencrypted fields decide what command it is. */
    async receiveOlderForm(from: TestDevice, { message = '', ...clear }: Input<Content>): Promise<string> {
      const { tamper } = server;
      server.tamper = (bundle) => ({ ...bundle, form: 0, formSignature: new Uint8Array() });
      const olderPin = { form: 0, formAskedAt: Infinity } as object;
      await from.db.pins.update([alice.identifier, alice.deviceId], olderPin);
      const id = await here.receive(from, { message }, (copy) => ({ ...copy, ...(clear as Partial<Content>) }));
      server.tamper = tamper;
      return id;
    },
    /** Returns the sent messages, oldest first, without attempts that name no device. */
    sent: () => gateway.sentMessages().filter(({ content }) => content.length > 0),
    /** Decrypts the last message of the chat on a device. What Alice's devices send each other is not in this chat. */
    opened(device: TestDevice) {
      const sending = here.sent().findLast(({ conversation }) => conversation?.conversationId === 'c1')!;
      const copy = sending.content.find(({ to }) => to && addressOf(to) === addressOf(device.me))!;
      return device.read({ ...copy, id: sending.id, sender: alice, timestamp: clock.now() });
    },
    /** Returns the text that the device can read of it, or the fault's code. */
    async read(device: TestDevice): Promise<string> {
      const { content, fault } = await here.opened(device);
      return fault ? fault.code : (JSON.parse(content.message) as { text: string }).text;
    },
    lines: async () => (await one.db.messages.toArray()).flatMap(({ content }) => readSystem(content) ?? []),
    requestsJson: () => json(gateway.asked.map(({ request }) => request as object)),
  };
  return here;
}
