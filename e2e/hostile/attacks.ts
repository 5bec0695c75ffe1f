// The attacks, a row each: the action of the gateway or a thief, the required result, and the blocker of an uncured
// row.
import { arrivedPlain, type MessageRow } from '@amber/client/db';
import { readSystem } from '@amber/proto/bodies';
import { expect } from 'vitest';
import { waitUntil, nextId, type TestDevice, textOf } from '../twoEngines/pair.ts';
import { callAttacks } from './callAttacks.ts';
import { waitForSync, type Operator } from './operator.ts';
import type { Attack, Scene } from './scene.ts';

const verify = async ({ alice, bob, chat }: Scene): Promise<void> => {
  const { number } = await alice.engine.calls.security({ conversationId: chat });
  await alice.engine.calls.verifyPerson({ identifier: bob.identifier, safetyNumber: number });
};

const isSealed = async ({ alice, chat }: Scene) => (await alice.db.conversations.get(chat))?.sealing?.on;

/** Alice writes a secret; whether it is sent or waits, it is never sent in plaintext. */
async function sendSecret({ alice, chat, secretText, waitUntilIdle }: Scene, text: string): Promise<MessageRow> {
  const id = await alice.sendMessage(chat, secretText(text));
  await waitUntilIdle(alice);
  return (await alice.db.messages.get(id))!;
}

/** The devices that wait for approval on this device. */
const devicesAwaitingApproval = ({ engine }: TestDevice) => engine.state$.value.devices?.waiting ?? [];

const expectUnchanged = (row: MessageRow): void => {
  expect(row).not.toMatchObject({ edited: expect.anything() });
  expect(row).not.toMatchObject({ withdrawn: expect.anything() });
  expect(row.reactions).toBeUndefined();
};

/** The text of a message; empty when it is missing or cannot be decrypted there. */
const readableTextOf = (row: MessageRow | undefined): string => (row && !row.unreadable ? textOf(row) : '');

const json = (body: object) => JSON.stringify(body);

/** A plain message in somebody's name, as Alice's device shows it. */
async function forged(scene: Scene, fields: Parameters<Operator['forge']>[1]): Promise<MessageRow | undefined> {
  const id = await scene.operator.forge(scene.chat, fields);
  await waitForSync(scene.operator, scene.alice, scene.chat);
  return scene.alice.db.messages.get(id);
}

/** Alice writes while Bob's device is offline, and the operator changes the copy that waits for it. */
async function tamperInTransit(
  scene: Scene,
  change: Parameters<Operator['tamperCopies']>[3],
  text = 'words on their way',
): Promise<MessageRow> {
  const { alice, bob, chat, operator } = scene;
  scene.goOffline(bob);
  const { id } = await sendSecret(scene, text);
  await operator.tamperCopies(chat, id, bob.identifier, change);
  await operator.sql("update message set cmd_id = '' where conversation = $1 and id = $2", chat, id);
  await scene.goOnline(bob);
  await waitForSync(operator, bob, chat);
  expect((await alice.db.messages.get(id))?.error).toBe('');
  return (await bob.db.messages.get(id))!;
}

/** Sends Bob's first message, encrypted; the row is what the gateway does next. */
const sendFirstMessage = (scene: Scene) =>
  scene.sendAndReceive(scene.bob, scene.alice, scene.secretText('the first words'));

export const attacks: Attack[] = [
  {
    name: 'H1',
    does: 'says in the setting that the chat is not encrypted: it stays sealed',
    async run(scene) {
      const { operator, alice, chat } = scene;
      await operator.sql(`update member set user_setting = '{"encrypted": false}' where conversation = $1`, chat);
      await waitForSync(operator, alice, chat);
      await sendSecret(scene, 'sealed all the same');
      expect(await isSealed(scene)).toBe(true);
    },
  },
  {
    name: 'H2',
    does: 'calls the chat a group, and a private chat again: it stays what it is',
    async run(scene) {
      const { operator, alice, chat } = scene;
      await operator.sql("update conversation set type = 'group' where id = $1", chat);
      await alice.engine.calls.reconnect({});
      await sendSecret(scene, 'not for a group');
      await operator.sql("update conversation set type = 'private' where id = $1", chat);
      await sendSecret(scene, 'nor after');
      expect(await alice.db.conversations.get(chat)).toMatchObject({ type: 'private', sealing: { on: true } });
    },
  },
  {
    name: 'H3',
    does: 'writes an open switch that bears the name of this very device: nothing is switched, no line stands',
    async run(scene) {
      const { alice, bob, operator, chat } = scene;
      for (const by of [scene.deviceOf(alice), scene.deviceOf(bob)])
        await operator.forge(chat, { by, cmdId: 'encrypt', message: json({ encrypted: false, number: 1 }) });
      await waitForSync(operator, alice, chat);
      expect([await isSealed(scene), await scene.systemLines(alice)]).toEqual([true, []]);
    },
  },
  {
    name: 'H4',
    does: 'a ghost device of a verified person switches sealing off: nothing is switched, and the new device is told',
    async run(scene) {
      const { alice, bob, chat } = scene;
      await sendFirstMessage(scene);
      await scene.sendAndReceive(alice, bob, scene.secretText('hello'));
      await verify(scene);
      const ghost = await scene.createGhostDevice('Bob', bob.phone);
      await waitUntil('the chat at the ghost', async () => (await ghost.db.conversations.get(chat)) !== undefined);
      await ghost.sendCommand(chat, 'encrypt', { encrypted: false });
      await scene.waitUntilIdle(ghost);
      await waitForSync(scene.operator, alice, chat);
      expect([await isSealed(scene), await scene.systemLines(alice)]).toEqual([true, ['newDevice']]);
    },
    breaksChat: true,
  },
  {
    name: 'H4 own',
    does: "a ghost device of one's own switches sealing off: it stays on, and the ghost waits for a press",
    async run(scene) {
      const { alice, bob, chat } = scene;
      await sendFirstMessage(scene);
      await scene.sendAndReceive(alice, bob, scene.secretText('hello'));
      await verify({ ...scene, alice: bob, bob: alice });
      const ghost = await scene.createGhostDevice('Alice', alice.phone);
      await waitUntil('the chat at the ghost', async () => (await ghost.db.conversations.get(chat)) !== undefined);
      await ghost.sendCommand(chat, 'encrypt', { encrypted: false });
      await scene.waitUntilIdle(ghost);
      for (const one of [alice, bob]) await waitForSync(scene.operator, one, chat);
      expect([await isSealed(scene), await isSealed({ ...scene, alice: bob })]).toEqual([true, true]);
      await waitUntil('a notice', () => devicesAwaitingApproval(alice).length === 1);
      await sendSecret(scene, 'sealed all the same');
    },
    breaksChat: true,
  },
  {
    name: 'H5',
    does: 'dismisses, quits and deletes the private chat: all of it stays',
    async run(scene) {
      const { alice, bob, operator, chat } = scene;
      const id = await sendFirstMessage(scene);
      for (const cmdId of ['dismissGroup', 'quitMember', 'deleteMember'])
        await operator.forge(chat, {
          by: scene.deviceOf(bob),
          cmdId,
          targets: cmdId === 'deleteMember' ? [alice.identifier] : [],
          message: '{}',
        });
      await waitForSync(operator, alice, chat);
      expect(await alice.db.messages.get(id)).toBeDefined();
      expect(alice.events.filter(({ type }) => type === 'conversationLeft')).toEqual([]);
    },
  },
  {
    name: 'H6',
    does: 'adds a third person: nothing is sealed for her, and what is written arrives at Bob',
    async run(scene) {
      const { alice, bob, operator, chat, person } = scene;
      const carol = await person('Carol');
      await carol.waitForKeys();
      await operator.sql(
        `insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting)
         values ($1, $2, 'member', 0, 0, '{}')`,
        chat,
        carol.identifier,
      );
      await alice.engine.calls.reconnect({});
      await scene.sendAndReceive(alice, bob, scene.secretText('for Bob alone'));
      const copies = await operator.sql<{ envelope: Buffer | null }>(
        'select envelope from device_copy where conversation = $1 and identifier = $2',
        chat,
        carol.identifier,
      );
      expect(copies.every(({ envelope }) => (envelope?.length ?? 0) < 160)).toBe(true);
      expect((await alice.db.conversations.get(chat))!.userInfo.map(({ identifier }) => identifier)).not.toContain(
        carol.identifier,
      );
      await operator.sql('delete from member where conversation = $1 and identifier = $2', chat, carol.identifier);
    },
  },
  {
    name: 'H7',
    does: 'puts another person in the place of the other: nothing is sealed for them',
    async run(scene) {
      const { alice, bob, operator, chat, person } = scene;
      await sendFirstMessage(scene);
      const carol = await person('Carol');
      await carol.waitForKeys();
      await operator.sql(
        'update member set identifier = $2 where conversation = $1 and identifier = $3',
        chat,
        carol.identifier,
        bob.identifier,
      );
      await alice.engine.calls.reconnect({});
      await sendSecret(scene, 'not for Carol');
      const copies = await operator.sql<{ envelope: Buffer | null }>(
        'select envelope from device_copy where conversation = $1 and identifier = $2',
        chat,
        carol.identifier,
      );
      expect(copies.every(({ envelope }) => (envelope?.length ?? 0) < 160)).toBe(true);
      expect((await alice.db.conversations.get(chat))!.userInfo.map(({ identifier }) => identifier)).toContain(
        bob.identifier,
      );
    },
    breaksChat: true,
  },
  {
    name: 'H8',
    does: 'takes a ghost off the list while numbers are compared, and puts it back: the next words wait for a person',
    async run(scene) {
      const { alice, bob, chat, operator } = scene;
      const ghost = await scene.createGhostDevice('Bob', bob.phone);
      await ghost.waitForKeys();
      await scene.sendAndReceive(alice, bob, scene.secretText('the ghost was there from the beginning'));
      await sendFirstMessage(scene);
      await operator.unlistDevice(scene.deviceOf(ghost));
      await scene.sendAndReceive(alice, bob, scene.secretText('it is off the list'));
      const numberAt = async (one: TestDevice) => (await one.engine.calls.security({ conversationId: chat })).number;
      await waitUntil('the same number', async () => (await numberAt(alice)) === (await numberAt(bob)));
      await verify(scene);
      await operator.restoreDevice(scene.deviceOf(ghost));
      expect(await sendSecret(scene, 'not for the ghost')).toMatchObject({
        error: 'error',
        fault: 'untrusted_identity',
      });
      expect(await scene.systemLines(alice)).toEqual(['newDevice']);
    },
    breaksChat: true,
  },
  {
    name: 'H8 first',
    does: 'shows a ghost device of the other at first contact: it gets the first words',
    blockedBy: 'the chain of devices (6.2)',
  },
  {
    name: 'H9',
    does: "lists a ghost device of one's own as approved: nothing is sealed for it, and it waits for a press",
    async run(scene) {
      const { alice, bob, chat } = scene;
      await sendFirstMessage(scene);
      await scene.sendAndReceive(alice, bob, scene.secretText('hello'));
      await verify({ ...scene, alice: bob, bob: alice });
      const ghost = await scene.createGhostDevice('Alice', alice.phone);
      await ghost.waitForKeys();
      const ids = [
        (await sendSecret(scene, 'not for the ghost')).id,
        (await sendSecret({ ...scene, alice: bob }, 'nor this')).id,
      ];
      await waitUntil('the chat at the ghost', async () => (await ghost.db.conversations.get(chat)) !== undefined);
      await waitForSync(scene.operator, ghost, chat);
      for (const id of ids) expect(readableTextOf(await ghost.db.messages.get(id))).toBe('');
      // For Alice it stays a new device that waits; for Bob, who has verified her, too.
      await waitUntil('a notice', () => devicesAwaitingApproval(alice).length === 1);
      expect((await bob.db.messages.get(ids[1]!))!.fault).toBe('untrusted_identity');
    },
    breaksChat: true,
  },
  {
    name: 'H9 thief',
    does: 'one SMS code: what both write goes on, nothing of it is sealed for the new device, and nobody is told of it',
    async run(scene) {
      const { alice, bob, chat, operator, person } = scene;
      await sendFirstMessage(scene);
      const thief = await person('Alice', alice.phone);
      await thief.waitForKeys();
      const ids = [
        await scene.sendAndReceive(alice, bob, scene.secretText('not for the thief')),
        await scene.sendAndReceive(bob, alice, scene.secretText('nor this')),
      ];
      await waitUntil('the chat at the thief', async () => (await thief.db.conversations.get(chat)) !== undefined);
      const forged = await thief.sendMessage(chat, 'it is me');
      await scene.waitUntilIdle(thief);
      for (const one of [alice, bob, thief]) await waitForSync(operator, one, chat);
      for (const id of ids) expect(readableTextOf(await thief.db.messages.get(id))).toBe('');
      // The gateway gives it no keys, so it cannot encrypt for others.
      expect(await bob.db.messages.get(forged)).toBeUndefined();
      for (const one of [alice, bob]) expect(await scene.systemLines(one)).toEqual([]);
      expect(devicesAwaitingApproval(alice)).toHaveLength(1);
      await expect(thief.engine.calls.signOutDevice({ deviceId: scene.deviceOf(alice).deviceId })).rejects.toThrow();
      await expect(
        thief.engine.calls.api({ call: 'user.approveDevice', request: { deviceId: scene.deviceOf(thief).deviceId } }),
      ).rejects.toThrow();
    },
  },
  {
    name: 'another key',
    does: "hands out another key under the name of one's own approved device: nothing is sealed for it",
    async run(scene) {
      const { alice, bob, chat, operator, connections } = scene;
      const tablet = await scene.createApprovedDevice(alice);
      const ghost = await scene.person('Alice', alice.phone);
      await ghost.waitForKeys();
      const { deviceId } = scene.deviceOf(tablet);
      scene.goOffline(tablet);
      connections.alice.replyOverrides['user.distributePreKey'] = ({ preKeyBundle }) => ({
        preKeyBundle: preKeyBundle.map((bundle) =>
          bundle.deviceId === deviceId
            ? { ...preKeyBundle.find((one) => one.deviceId === scene.deviceOf(ghost).deviceId)!, deviceId }
            : bundle,
        ),
      });
      await alice.db.sessions.clear();
      await alice.db.bundles.toCollection().modify((row) => {
        for (const key of Object.keys(row)) if (key !== 'identifier' && key !== 'deviceId') delete (row as never)[key];
      });
      const id = await scene.sendAndReceive(alice, bob, scene.secretText('not for the other key'));
      expect((await operator.waitingCopyOf(chat, id, scene.deviceOf(tablet))).length).toBeLessThan(160);
      delete connections.alice.replyOverrides['user.distributePreKey'];
    },
    breaksChat: true,
  },
  {
    name: 'H10',
    does: 'hands out a one-time key of zeros for a device that is pinned: nothing goes plain',
    async run(scene) {
      const { alice, connections } = scene;
      await sendFirstMessage(scene);
      await alice.db.sessions.clear();
      connections.alice.replyOverrides['user.distributePreKey'] = ({ preKeyBundle }) => ({
        preKeyBundle: preKeyBundle.map((bundle) => ({
          ...bundle,
          preKeyId: 7,
          preKeyPublic: Uint8Array.from([5, ...new Uint8Array(32)]),
        })),
      });
      expect(await sendSecret(scene, 'not with zeros')).toMatchObject({ error: 'error', fault: 'bad_signature' });
      delete connections.alice.replyOverrides['user.distributePreKey'];
    },
  },
  {
    name: 'H11',
    does: 'says at first contact that the chat is open: it begins sealed',
    async run(scene) {
      const { alice, operator, person } = scene;
      const dora = await person('Dora');
      await dora.waitForKeys();
      await operator.sql(`create or replace function hostile_open() returns trigger language plpgsql as $$
        begin new.user_setting := '{"encrypted": false}'; return new; end $$`);
      await operator.sql(
        'create trigger hostile_open before insert on member for each row execute function hostile_open()',
      );
      const { conversationId } = await alice.engine.calls.openPrivateChat({ identifier: dora.identifier });
      await operator.sql('drop trigger hostile_open on member');
      expect(await alice.db.conversations.get(conversationId)).toMatchObject({ sealing: { number: 0, on: true } });
      const id = await alice.sendMessage(conversationId, scene.secretText('the very first words'));
      await waitUntil('it at Dora', async () => (await dora.db.messages.get(id))?.form === 1);
    },
  },
  {
    name: 'H12',
    does: "edits a sealed message openly in the other's name: it stays, the words stand as not encrypted",
    async run(scene) {
      const id = await sendFirstMessage(scene);
      const row = await forged(scene, {
        by: scene.deviceOf(scene.bob),
        cmdId: 'edit',
        targets: [id],
        message: json({ text: 'forged' }),
      });
      expectUnchanged(await scene.row(scene.alice, id));
      expect(row).toMatchObject({ aside: 1, editOf: id, content: { encrypted: false } });
    },
  },
  {
    name: 'H13',
    does: "edits one's own sealed message openly: it stays",
    async run(scene) {
      const { alice, bob } = scene;
      const id = await scene.sendAndReceive(alice, bob, scene.secretText('my own words'));
      const row = await forged(scene, {
        by: { ...scene.deviceOf(alice), deviceId: 'another' },
        cmdId: 'edit',
        targets: [id],
        message: json({ text: 'forged' }),
      });
      expectUnchanged(await scene.row(alice, id));
      expect(row).toMatchObject({ aside: 1 });
    },
  },
  {
    name: 'H14',
    does: "withdraws and reacts openly in the other's name: nothing is changed",
    async run(scene) {
      const id = await sendFirstMessage(scene);
      const by = scene.deviceOf(scene.bob);
      await scene.operator.forge(scene.chat, { by, cmdId: 'withdraw', targets: [id], message: '{}' });
      await forged(scene, { by, cmdId: 'reaction', targets: [id], message: json({ emoji: '👎', on: true, text: '' }) });
      expectUnchanged(await scene.row(scene.alice, id));
    },
  },
  {
    name: 'H15',
    does: "writes an open row in one's own name: it is shown as not encrypted, not in the list nor found",
    async run(scene) {
      const { alice, chat } = scene;
      const row = (await forged(scene, { by: scene.deviceOf(alice), message: json({ text: 'I never said this' }) }))!;
      const conversation = (await alice.db.conversations.get(chat))!;
      expect(arrivedPlain(row, conversation, alice.identifier)).toBe(true);
      expect(conversation.preview).not.toContain('never');
      expect(await alice.engine.calls.search({ text: 'never said' })).toEqual([]);
    },
  },
  {
    name: 'H16',
    does: 'a ghost device of a verified person writes: it is shown as from a device that was not accepted',
    async run(scene) {
      const { alice, bob, chat } = scene;
      await sendFirstMessage(scene);
      await scene.sendAndReceive(alice, bob, scene.secretText('hello'));
      await verify(scene);
      const ghost = await scene.createGhostDevice('Bob', bob.phone);
      await waitUntil('the chat at the ghost', async () => (await ghost.db.conversations.get(chat)) !== undefined);
      const id = await ghost.sendMessage(chat, 'it is me');
      await waitUntil('it at Alice', async () => (await alice.db.messages.get(id)) !== undefined);
      expect(await scene.row(alice, id)).toMatchObject({ untrusted: 1 });
      expect((await alice.db.conversations.get(chat))!.preview).not.toContain('it is me');
    },
    breaksChat: true,
  },
  {
    name: 'H17',
    does: 'damages a message on its way, and a ghost of its author fills the row: refused',
    async run(scene) {
      const { alice, bob, chat } = scene;
      const damaged = await tamperInTransit(scene, (copy) => ({
        ...copy,
        message: copy.message.replace(/....$/, 'AAAA'),
      }));
      expect(damaged).toMatchObject({ unreadable: 'bad_mac' });
      const ghost = await scene.createGhostDevice('Alice', alice.phone);
      await ghost.waitForKeys();
      await waitUntil('the chat at the ghost', async () => (await ghost.db.conversations.get(chat)) !== undefined);
      const resend = { type: 'text', message: json({ text: 'invented' }) };
      await ghost.sendCommand(chat, 'resend', resend, [damaged.id]);
      await waitUntil(
        'the true words',
        async () => readableTextOf(await scene.row(bob, damaged.id)) === scene.secretText('words on their way'),
      );
    },
    breaksChat: true,
  },
  {
    name: 'H18',
    does: 'relabels new sealed words as an edit of an older message: both stand, the new one as what does not match',
    async run(scene) {
      const { alice, bob } = scene;
      const id = await scene.sendAndReceive(alice, bob, scene.secretText('the older one'));
      const row = await tamperInTransit(scene, (copy) => ({ ...copy, type: 'edit', cmdId: 'edit', targets: [id] }));
      expect(row).toMatchObject({ unreadable: 'does_not_match' });
      expectUnchanged(await scene.row(bob, id));
    },
  },
  {
    name: 'H19',
    does: 'points a sealed edit at another message: neither is changed',
    async run(scene) {
      const { alice, bob, chat, operator } = scene;
      const ids = [
        await scene.sendAndReceive(alice, bob, scene.secretText('one')),
        await scene.sendAndReceive(alice, bob, scene.secretText('two')),
      ];
      scene.goOffline(bob);
      const edit = await alice.sendCommand(chat, 'edit', { text: scene.secretText('one, edited') }, [ids[0]!]);
      await scene.waitUntilIdle(alice);
      await operator.tamperCopies(chat, edit, bob.identifier, (copy) => ({ ...copy, targets: [ids[1]!] }));
      await scene.goOnline(bob);
      await waitForSync(operator, bob, chat);
      for (const id of ids) expectUnchanged(await scene.row(bob, id));
      expect(await scene.row(bob, edit)).toMatchObject({ unreadable: 'does_not_match' });
    },
  },
  {
    name: 'H20',
    does: 'moves sealed words of the private chat into a group: they are not shown there',
    async run(scene) {
      const { alice, bob, chat, operator } = scene;
      const { conversationId: group } = await alice.engine.calls.createGroup({
        requestId: nextId(),
        name: 'A group',
        identifiers: [bob.identifier],
      });
      await waitUntil('the group at Bob', async () => (await bob.db.conversations.get(group)) !== undefined);
      scene.goOffline(bob);
      const { id } = await sendSecret(scene, 'for you alone');
      const [position] = await operator.sql<{ seq: string }>(
        'update conversation set last_seq = last_seq + 1 where id = $1 returning last_seq as seq',
        group,
      );
      const [from] = await operator.sql<{ seq: string }>(
        'select seq from message where conversation = $1 and id = $2',
        chat,
        id,
      );
      await operator.sql(
        'update message set conversation = $1, seq = $2 where conversation = $3 and id = $4',
        group,
        position!.seq,
        chat,
        id,
      );
      await operator.sql(
        'update device_copy set conversation = $1, seq = $2 where conversation = $3 and seq = $4',
        group,
        position!.seq,
        chat,
        from!.seq,
      );
      await scene.goOnline(bob);
      await waitForSync(operator, bob, group);
      expect(await scene.row(bob, id)).toMatchObject({ conversationId: group, unreadable: 'does_not_match' });
    },
    breaksChat: true,
  },
  {
    name: 'H21',
    does: "hands over history that nobody asked for, from a ghost of one's own: refused",
    async run(scene) {
      const { alice, chat } = scene;
      await sendFirstMessage(scene);
      const ghost = await scene.createGhostDevice('Alice', alice.phone);
      await ghost.waitForKeys();
      await ghost.engine.calls.askHistory({ conversationId: chat });
      const own = (await ghost.db.conversations.toArray()).find(
        ({ userInfo }) => userInfo.length === 1 && userInfo[0]!.identifier === alice.identifier,
      )!;
      await ghost.sendCommand(own.conversionId, 'syncHistory', {
        conversationId: chat,
        requestId: nextId(),
        to: scene.deviceOf(alice).deviceId,
        last: true,
        messages: [
          {
            content: { id: 'invented', type: 'text', message: json({ text: 'invented' }) },
            seq: 1,
            at: 1,
            changes: [],
          },
        ],
      });
      await scene.waitUntilIdle(ghost);
      await waitForSync(scene.operator, alice, own.conversionId);
      expect(await alice.db.messages.get('invented')).toBeUndefined();
    },
    breaksChat: true,
  },
  {
    name: 'H22',
    does: 'one SMS code, a new device, a request for all old words: nobody seals them for it',
    async run(scene) {
      const { alice, bob, chat, person, operator } = scene;
      const ids = [
        await sendFirstMessage(scene),
        await scene.sendAndReceive(alice, bob, scene.secretText('what I answered')),
        await scene.sendAndReceive(bob, alice, scene.secretText('and on')),
      ];
      const thief = await person('Bob', bob.phone);
      await thief.waitForKeys();
      await waitUntil('the chat at the thief', async () => (await thief.db.conversations.get(chat)) !== undefined);
      await thief.sendCommand(chat, 'resendRequest', { deviceId: scene.deviceOf(thief).deviceId }, ids);
      await scene.waitUntilIdle(thief);
      for (const one of [alice, bob]) await waitForSync(operator, one, chat);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(await operator.sql("select id from message where conversation = $1 and cmd_id = 'resend'", chat)).toEqual(
        [],
      );
      for (const id of ids) expect(readableTextOf(await thief.db.messages.get(id))).toBe('');
    },
    breaksChat: true,
  },
  {
    name: 'H23 H24',
    does: "asks openly for old words, in the other's name and in a stranger's: nobody answers",
    async run(scene) {
      const { alice, bob, chat, operator } = scene;
      const id = await scene.sendAndReceive(alice, bob, scene.secretText('old words'));
      for (const by of [scene.deviceOf(bob), { identifier: 'a stranger', deviceId: 'unknown' }])
        await operator.forge(chat, {
          by,
          cmdId: 'resendRequest',
          targets: [id],
          message: json({ deviceId: by.deviceId }),
        });
      await waitForSync(operator, alice, chat);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await operator.sql("select id from message where conversation = $1 and cmd_id = 'resend'", chat)).toEqual(
        [],
      );
    },
  },
  {
    name: 'H25',
    does: 'damages a message and dates it before the device was set up: it is asked for, and comes',
    async run(scene) {
      const { alice, bob, chat, operator } = scene;
      await scene.sendAndReceive(alice, bob, scene.secretText('hello'));
      await scene.sendAndReceive(bob, alice, scene.secretText('hi'));
      scene.goOffline(bob);
      const { id } = await sendSecret(scene, 'dated back');
      await operator.tamperCopies(chat, id, bob.identifier, (copy) => ({
        ...copy,
        message: copy.message.replace(/....$/, 'AAAA'),
      }));
      await operator.sql('update message set ts = 1 where conversation = $1 and id = $2', chat, id);
      await scene.goOnline(bob);
      await waitUntil(
        'its words',
        async () => readableTextOf(await scene.row(bob, id)) === scene.secretText('dated back'),
      );
    },
  },
  {
    name: 'H26',
    does: 'eight sign-ins with one SMS code: the approved devices stay, and two of the thief stay beside them',
    async run(scene) {
      const { alice, operator, person } = scene;
      const tablet = await scene.createApprovedDevice(alice);
      for (let n = 0; n < 8; n += 1) {
        const thief = await person('Alice', alice.phone);
        if (n > 5) await thief.waitForKeys();
        await thief.close();
      }
      const remaining = await operator.sql<{ device: string; approved: boolean }>(
        'select device, approved from device where identifier = $1',
        alice.identifier,
      );
      const approved = [alice, tablet].map((one) => scene.deviceOf(one).deviceId);
      expect(new Set(remaining.filter((one) => one.approved).map(({ device }) => device))).toEqual(new Set(approved));
      expect(remaining).toHaveLength(4);
      await waitUntil('the notices', () => devicesAwaitingApproval(alice).length === 2);
      expect(alice.engine.state$.value.session).not.toBeNull();
    },
  },
  {
    name: 'H27',
    does: 'goes on listing a device that was signed out here: this one seals nothing more for it',
    async run(scene) {
      const { alice, bob, chat, operator } = scene;
      const tablet = await scene.createApprovedDevice(alice);
      const signedOutDevice = scene.deviceOf(tablet);
      await scene.sendAndReceive(alice, bob, scene.secretText('for the tablet too'));
      await operator.backUpDevice(signedOutDevice);
      await alice.engine.calls.signOutDevice({ deviceId: signedOutDevice.deviceId });
      await operator.restoreDevice(signedOutDevice);
      const id = await scene.sendAndReceive(alice, bob, scene.secretText('not for it'));
      expect((await operator.waitingCopyOf(chat, id, signedOutDevice)).length).toBeLessThan(160);
      expect(devicesAwaitingApproval(alice)).toEqual([]);
    },
  },
  {
    name: 'H27 other',
    does: 'goes on listing a device that its person signed out: the other person goes on sealing for it',
    blockedBy: 'the chain of devices (6.2)',
  },
  {
    name: 'H28',
    does: 'withholds bundles after words were sealed: the next ones wait for a person, whatever the setting says',
    async run(scene) {
      const { alice, connections, operator, chat } = scene;
      await sendFirstMessage(scene);
      await operator.sql(
        `update member set user_setting = '{"encrypted": true, "unencrypted": "always"}' where conversation = $1`,
        chat,
      );
      await alice.engine.calls.reconnect({});
      await alice.db.sessions.clear();
      connections.alice.replyOverrides['user.distributePreKey'] = () => ({ preKeyBundle: [] });
      expect(await sendSecret(scene, 'not in clear')).toMatchObject({ error: 'error', fault: 'UNENCRYPTED_ASK' });
      delete connections.alice.replyOverrides['user.distributePreKey'];
    },
  },
  {
    name: 'H29',
    does: 'takes a copy out of the middle: it is asked for and comes; a whole message: after an hour a line says so',
    async run(scene) {
      const { alice, bob, chat, operator } = scene;
      await scene.sendAndReceive(alice, bob, scene.secretText('hello'));
      await scene.sendAndReceive(bob, alice, scene.secretText('hi'));
      scene.goOffline(bob);
      const copy = await sendSecret(scene, 'its copy is taken');
      const whole = await sendSecret(scene, 'all of it is taken');
      const last = await sendSecret(scene, 'and this is left');
      await operator.sql(
        `delete from device_copy k using message m where m.conversation = k.conversation and m.seq = k.seq
         and m.id = any($1) and k.identifier = $2`,
        [copy.id, whole.id],
        bob.identifier,
      );
      await operator.sql('delete from message where conversation = $1 and id = $2', chat, whole.id);
      await scene.goOnline(bob);
      await waitUntil(
        'what was taken',
        async () => readableTextOf(await scene.row(bob, copy.id)) === scene.secretText('its copy is taken'),
      );
      const missing = async () =>
        (await bob.db.identity.get(`missing:${whole.id}`)) as { deliveredAt?: number } | undefined;
      await waitUntil('the request for the other', async () => (await missing())?.deliveredAt !== undefined);
      expect(await scene.systemLines(bob)).toEqual([]);
      await bob.db.identity.put({ ...(await missing())!, deliveredAt: 0 } as never);
      await scene.goOnline(bob);
      await waitUntil('the line', async () => (await scene.systemLines(bob)).includes('missing'));
      const shown = (await bob.timeline(chat)).map(({ id }) => id);
      expect(shown.indexOf(last.id)).toBe(shown.length - 1);
      expect(shown.indexOf(copy.id)).toBeLessThan(shown.indexOf(last.id));
    },
  },
  { name: 'H29 order', does: 'swaps two messages', blockedBy: 'the order between two people is not defended' },
  {
    name: 'H30',
    does: 'swaps the account as a whole at first contact: the number differs',
    async run(scene) {
      const { alice, operator, person } = scene;
      const [dora, mallory] = [await person('Dora'), await person('Mallory')];
      for (const one of [dora, mallory]) await one.waitForKeys();
      await operator.swapKeys(dora.identifier, mallory.identifier);
      const { conversationId } = await alice.engine.calls.openPrivateChat({ identifier: dora.identifier });
      const id = await alice.sendMessage(conversationId, scene.secretText('whose key is it?'));
      await waitUntil('it to go', async () => (await alice.db.messages.get(id))?.loading === false);
      const numberAt = async (one: TestDevice) => (await one.engine.calls.security({ conversationId })).number;
      const mine = await numberAt(alice);
      await waitUntil('the chat at Dora', async () => (await dora.db.conversations.get(conversationId)) !== undefined);
      await dora.sendMessage(conversationId, scene.secretText('who asks?'));
      await scene.waitUntilIdle(dora);
      const hers = await numberAt(dora);
      expect([hers, mine]).toEqual([expect.stringMatching(/^\d{60}$/), expect.stringMatching(/^\d{60}$/)]);
      expect(hers).not.toBe(mine);
    },
    breaksChat: true,
  },

  // These rows come from asking of every field that the gateway sends: what if it lies?
  {
    name: 'a line',
    does: 'sends a line of the chat as a row: it is shown as unsupported, not as what it says',
    async run(scene) {
      const message = json({
        type: 'custom',
        originMessage: { cmdId: 'keyChanged', actor: scene.bob.identifier, targets: [], body: {} },
      });
      await forged(scene, { by: scene.deviceOf(scene.bob), type: 'system', message });
      expect(await scene.systemLines(scene.alice)).toEqual([]);
    },
  },
  {
    name: 'a notice',
    does: 'gives commands of conversations in notices: they do nothing',
    async run(scene) {
      const { alice, bob, chat, operator } = scene;
      const id = await sendFirstMessage(scene);
      for (const [cmdId, body] of [
        ['dismissGroup', {}],
        ['encrypt', { encrypted: false, number: 1 }],
      ] as const)
        await operator.notify(alice.identifier, {
          type: 'command',
          cmdId,
          conversationId: chat,
          identifier: bob.identifier,
          body: json(body),
        });
      for (const op of ['DELETE_ROOM', 'DISSOLVE'])
        await operator.notify(alice.identifier, {
          type: 'spaceChange',
          identifier: bob.identifier,
          body: json({ op, spaceId: '', conversationId: chat }),
        });
      await alice.engine.calls.reconnect({});
      await scene.sendAndReceive(bob, alice, scene.secretText('still here'));
      expect(await alice.db.messages.get(id)).toBeDefined();
      expect(await isSealed(scene)).toBe(true);
      expect(alice.events.filter(({ type }) => type === 'conversationLeft')).toEqual([]);
    },
  },
  {
    name: 'a place',
    does: 'says that I joined the chat later than its messages: they stay',
    async run(scene) {
      const { alice, chat, operator } = scene;
      const id = await sendFirstMessage(scene);
      await operator.sql('update member set joined_seq = 1000 where conversation = $1', chat);
      await alice.engine.calls.reconnect({});
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await alice.db.messages.get(id)).toBeDefined();
    },
    breaksChat: true,
  },
  {
    name: 'an id',
    does: "writes a row under the id of another chat's message: that one stays",
    async run(scene) {
      const { alice, bob, operator } = scene;
      const id = await sendFirstMessage(scene);
      const { conversationId: group } = await alice.engine.calls.createGroup({
        requestId: nextId(),
        name: 'A group',
        identifiers: [bob.identifier],
      });
      const before = await scene.row(alice, id);
      await operator.forge(group, { by: scene.deviceOf(bob), id, message: json({ text: 'written over it' }) });
      await waitForSync(operator, alice, group);
      expect(await scene.row(alice, id)).toEqual(before);
    },
  },
  {
    name: 'the form',
    does: 'takes the form out of bundles: words alone go, marked where they arrive; an edit stands as words of its own',
    async run(scene) {
      const { alice, bob, chat, connections } = scene;
      connections.alice.replyOverrides['user.distributePreKey'] = ({ preKeyBundle }) => ({
        preKeyBundle: preKeyBundle.map((bundle) => ({ ...bundle, form: 0, formSignature: new Uint8Array() })),
      });
      const { id } = await sendSecret(scene, 'in the older form');
      await waitUntil('it at Bob', async () => (await bob.db.messages.get(id)) !== undefined);
      expect(await scene.row(bob, id)).toMatchObject({ form: 0, content: { encrypted: true } });
      await alice.sendCommand(chat, 'edit', { text: scene.secretText('an edit') }, [id]);
      await scene.waitUntilIdle(alice);
      await waitForSync(scene.operator, bob, chat);
      expectUnchanged(await scene.row(bob, id));
      delete connections.alice.replyOverrides['user.distributePreKey'];
      // A message from Bob with the field that his key bundle should have contained.
      await scene.sendAndReceive(bob, alice, scene.secretText('I do know it'));
    },
  },
  {
    name: 'a read mark',
    does: 'says that the other has read it: it is not shown',
    async run(scene) {
      const { alice, bob, chat, operator } = scene;
      await scene.sendAndReceive(alice, bob, scene.secretText('have you read this?'));
      await operator.sql(
        'update member set read_seq = 1 where conversation = $1 and identifier = $2',
        chat,
        bob.identifier,
      );
      await alice.engine.calls.reconnect({});
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect((await alice.db.conversations.get(chat))!.peerReadSeq).toBe(0);
    },
  },
  {
    name: 'another chat',
    does: "answers 'write to Bob' with a chat with somebody else: refused",
    async run(scene) {
      const { alice, bob, connections, person } = scene;
      const carol = await person('Carol');
      const { conversationId } = await alice.engine.calls.openPrivateChat({ identifier: carol.identifier });
      const hers = (await alice.db.conversations.get(conversationId))!;
      connections.alice.replyOverrides['conversation.create'] = () => ({ conversation: hers });
      await expect(alice.engine.calls.openPrivateChat({ identifier: bob.identifier })).rejects.toThrow();
      delete connections.alice.replyOverrides['conversation.create'];
    },
  },
  ...callAttacks,
];

/** The ids of the system lines in a chat. */
export const systemLineIds = (rows: readonly MessageRow[]): string[] =>
  rows.flatMap(({ content }) => readSystem(content)?.cmdId ?? []);
