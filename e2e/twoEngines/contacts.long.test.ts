import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Api } from '@amber/proto';
import { readSystem } from '@amber/proto/bodies';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../gateway/src/db/postgres/postgres.ts';
import { approveDevice, waitUntil, createPair, type Pair, type TestDevice } from './pair.ts';

let folder: string;
let postgres: EmbeddedPostgres;
let world: Pair;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'amber-contacts-'));
  chmodSync(folder, 0o755); // the server's own user must have access
  postgres = await startEmbeddedPostgres({ dataDir: folder });
  world = await createPair({ databaseUrl: postgres.databaseUrl });
});
afterAll(async () => {
  await world?.close();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

const contactApi = ({ engine }: TestDevice) =>
  new Proxy({} as Api['contact'], {
    get: (_, call: string) => (request: object) => engine.calls.api({ call: `contact.${call}`, request }),
  });
const statusAt = async ({ db }: TestDevice, other: TestDevice) => (await db.contacts.get(other.identifier))?.status;
const applyStatuses = async ({ db }: TestDevice) => (await db.applies.toArray()).map(({ status }) => status);
const systemLineIds = async (one: TestDevice) =>
  (await one.timeline(world.conversationId)).flatMap(({ content }) => readSystem(content)?.cmdId ?? []);
const goOffline = async (one: TestDevice) => {
  one.proxy.set({ offline: true });
  await waitUntil('the loss to be noticed', () => one.engine.state$.value.connection.status !== 'open');
};
const goOnline = async (one: TestDevice) => {
  one.proxy.set({ offline: false });
  await one.engine.calls.reconnect({});
};

it('R43 R99 R104 contacts are the same on every device of both, also on one that was away', async () => {
  const { alice, bob, conversationId } = world;
  const alicesPhone = await world.person('Alice', alice.phone);
  await approveDevice(alice, alicesPhone);
  const devices = [alice, alicesPhone, bob];
  await waitUntil(
    'the chat on the phone',
    async () => (await alicesPhone.db.conversations.get(conversationId)) !== undefined,
  );

  await contactApi(alice).apply({ identifier: bob.identifier, message: 'hi' });
  await waitUntil('the wish on all devices', async () =>
    (await Promise.all(devices.map(applyStatuses))).every((all) => all.join() === 'applying'),
  );
  await goOffline(alicesPhone);
  await contactApi(bob).contactApplyOperate({ fromIdentifier: alice.identifier, operate: 'agree' });
  await contactApi(alice).setRemark({ identifier: bob.identifier, remarkName: 'Bobby' });
  await waitUntil(
    'the contact',
    async () => (await statusAt(alice, bob)) === 'normal' && (await statusAt(bob, alice)) === 'normal',
  );
  await waitUntil(
    'the remark in the chat',
    async () => (await alice.db.conversations.get(conversationId))!.remarkName === 'Bobby',
  );
  await goOnline(alicesPhone);
  await waitUntil(
    'the contact on the phone',
    async () =>
      (await statusAt(alicesPhone, bob)) === 'normal' && (await applyStatuses(alicesPhone)).join() === 'agreed',
  );
  await waitUntil(
    'the remark on the phone',
    async () => (await alicesPhone.db.conversations.get(conversationId))!.remarkName === 'Bobby',
  );
  expect((await bob.db.conversations.get(conversationId))!.remarkName).toBeUndefined();

  await goOffline(alicesPhone);
  await contactApi(bob).block({ identifier: alice.identifier });
  await contactApi(bob).unblock({ identifier: alice.identifier });
  await contactApi(bob).delete({ identifier: alice.identifier });
  const lineOn = (what: string, who: TestDevice) =>
    waitUntil(
      what,
      async () =>
        (await systemLineIds(who)).join() === 'contactDelete' &&
        (await statusAt(who, who === bob ? alice : bob)) === 'delete',
    );
  await lineOn("the line at Alice's", alice);
  await lineOn("the line at Bob's", bob);
  await goOnline(alicesPhone);
  await lineOn('the line on the phone', alicesPhone);
  await bob.restart();
  await lineOn('the line after a restart', bob);

  await bob.engine.calls.saveProfile({ avatar: '', lastName: 'Robert' });
  await waitUntil(
    'the new name',
    async () =>
      (await alice.db.contacts.get(bob.identifier))!.lastName === 'Robert' &&
      (await alice.db.conversations.get(conversationId))!.userInfo[0]!.lastName === 'Robert',
  );

  // A new device has the list without having seen the earlier notices.
  const tablet = await world.person('Alice', alice.phone);
  await waitUntil(
    'the list on a new device',
    async () =>
      (await statusAt(tablet, bob)) === 'delete' &&
      (await tablet.db.conversations.get(conversationId))?.remarkName === 'Bobby',
  );
});

it('R106 T21 a block fails what is sent through it, with a line; closed private messages with a word', async () => {
  const { alice, bob, conversationId } = world;
  const failed = async (id: string) => (await bob.db.messages.get(id))?.fault;
  await contactApi(alice).block({ identifier: bob.identifier });
  const first = await bob.sendMessage(conversationId, 'through a block');
  await waitUntil('the failure', async () => (await failed(first)) === 'BLOCKED');
  expect(await systemLineIds(bob)).toContain('blocked');
  await contactApi(alice).unblock({ identifier: bob.identifier });
  await contactApi(alice).setContactLimit({ apply: 'everybody', message: 'nobody' });
  const second = await bob.sendMessage(conversationId, 'through a closed door');
  await waitUntil('the failure', async () => (await failed(second)) === 'PRIVATE_CLOSED');
  expect(bob.events).toContainEqual({ type: 'refused', code: 'PRIVATE_CLOSED' });
  await contactApi(alice).setContactLimit({ apply: 'everybody', message: 'everybody' });
  await bob.engine.calls.retry({ id: second });
  await waitUntil('it to arrive', async () => (await alice.db.messages.get(second)) !== undefined);
});
