import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CreateInvitationReply } from '@amber/proto';
import { readSystem } from '@amber/proto/bodies';
import { encode } from '@amber/proto/codec';
import { limits } from '@amber/proto/limits';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../gateway/src/db/postgres/postgres.ts';
import { waitUntil, createPair, type Pair, type TestDevice, textOf } from './pair.ts';

let folder: string;
let postgres: EmbeddedPostgres;
let world: Pair;
let alice: TestDevice;
let bob: TestDevice;
let bobsPhone: TestDevice;
let spaceId: string;
let general: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'amber-spaces-'));
  chmodSync(folder, 0o755); // the server's own user must have access
  postgres = await startEmbeddedPostgres({ dataDir: folder });
  world = await createPair({ databaseUrl: postgres.databaseUrl });
  ({ alice, bob } = world);
  bobsPhone = await world.person('Bob', bob.phone);
});
afterAll(async () => {
  await world?.close();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  ({ spaceId, conversationId: general } = await alice.engine.calls.createSpace({
    spaceName: 'Rowing',
    templateId: 'friends',
  }));
});

const waitOnAllDevices = (what: string, look: (who: TestDevice) => Promise<boolean>) =>
  waitUntil(what, async () => (await Promise.all([bob, bobsPhone].map(look))).every(Boolean));
const roomsOf = async (who: TestDevice) =>
  (await who.db.conversations.where({ spaceId }).toArray()).map(({ name }) => name).sort();
const shown = async (who: TestDevice, room = general) =>
  (await who.timeline(room)).map((row) => readSystem(row.content)?.cmdId ?? textOf(row));
/** Nothing of the space, nor of its rooms. */
const hasNoSpaceData = async (who: TestDevice) =>
  (await who.db.spaces.get(spaceId)) === undefined &&
  (await roomsOf(who)).length === 0 &&
  (await shown(who)).length === 0 &&
  (await who.db.members.where({ conversionId: general }).count()) === 0;
/** Stored by the gateway, not only here. */
const sendAndConfirm = async (room: string, text: string) => {
  const id = await alice.sendMessage(room, text);
  await waitUntil('it to be sent', async () => (await alice.db.messages.get(id))?.loading === false);
};
/** Adds this many messages to an empty room. */
async function fillRoom(room: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.databaseUrl });
  await client.connect();
  const numbers = Array.from({ length: count }, (_, n) => n + 1);
  await client.query(
    `insert into message (conversation, seq, id, sender, device, ts, sealed, body)
     select $1, n, id, $4, 'd', $5, false, body from unnest($2::bigint[], $3::text[], $6::bytea[]) t (n, id, body)`,
    [
      room,
      numbers,
      numbers.map((n) => `${room}${n}`.slice(-24).padStart(24, 'x')),
      alice.identifier,
      Date.now(),
      numbers.map((n) =>
        Buffer.from(encode('Content', { type: 'text', message: JSON.stringify({ text: `said ${n}` }) })),
      ),
    ],
  );
  await client.query('update conversation set last_seq = $2 where id = $1', [room, count]);
  await client.end();
}
/** By a current invitation: a removed person can return by no other. */
const joinByInvitation = async () => {
  const { invitation } = (await alice.engine.calls.api({
    call: 'groupChat.createInvitation',
    request: { spaceId },
  })) as CreateInvitationReply;
  await bob.engine.calls.joinSpace({ spaceId, invitation: invitation!.invitation });
  await waitOnAllDevices('the rooms', async (who) => (await roomsOf(who)).length === 3);
};

describe("a space on everybody's devices", () => {
  it('R118 R167 who joins has its rooms on all devices, with what was said before, as read', async () => {
    await sendAndConfirm(general, 'before');
    await joinByInvitation();
    await waitOnAllDevices('what was said', async (who) => (await shown(who)).join() === 'before,joinMember');
    expect(await bob.db.conversations.get(general)).toMatchObject({
      unread: 0,
      spaceId,
      roomType: 'chat',
      name: 'Living room',
    });
    await alice.sendMessage(general, 'welcome');
    await waitOnAllDevices(
      'the next',
      async (who) => (await shown(who)).at(-1) === 'welcome' && (await who.db.conversations.get(general))!.unread === 1,
    );
    expect(await alice.db.members.get([general, bob.identifier])).toMatchObject({ lastName: 'Bob', spaceId });
  });

  it('R228 R167 in a space in which nobody is named who comes, each is named by what they say', async () => {
    await alice.engine.calls.refreshGroup({ conversationId: general });
    const client = new pg.Client({ connectionString: postgres.databaseUrl });
    await client.connect();
    await client.query(
      "insert into person (identifier, phone, avatar, last_name, created_at) select 'crowd' || n, 'crowd' || n, 'a', 'Crowd ' || n, n from generate_series(1, 600) n on conflict do nothing",
    );
    await client.query(
      "insert into space_member (space, identifier) select $1, 'crowd' || n from generate_series(1, 600) n",
      [spaceId],
    );
    await client.query(
      "insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting) select $1, 'crowd' || n, 'member', 0, n, '{}' from generate_series(1, 600) n",
      [general],
    );
    await client.end();
    await joinByInvitation();
    await bob.sendMessage(general, 'hello');
    await waitUntil(
      'his name',
      async () => (await alice.db.members.get([general, bob.identifier]))?.lastName === 'Bob',
    );
    expect((await shown(alice)).join()).toBe('hello');
    await alice.engine.calls.refreshGroup({ conversationId: general });
    expect((await alice.db.conversations.get(general))!.memberCount).toBe(602);
    expect(await alice.db.members.where({ conversionId: general }).count()).toBeLessThan(60);
    const { members } = await alice.engine.calls.members({ conversationId: general, word: 'crowd 59', after: '' });
    expect(members.map(({ lastName }) => lastName)).toEqual([
      'Crowd 59',
      ...Array.from({ length: 10 }, (_, n) => `Crowd 59${n}`),
    ]);
  });

  it('R46 R69 who comes into a room in which much was said has its latest page, no unread, and each older page when it is asked for', async () => {
    const said = 300;
    await fillRoom(general, said);
    await joinByInvitation();
    const latest = async (who: TestDevice) => (await who.timeline(general)).map(({ seq }) => seq);
    const last = said + 1;
    // The last place is the line that Bob has joined; pages do not show it as a message.
    await waitOnAllDevices('the latest page', async (who) => (await who.db.cursors.get(general))?.seq === last);
    for (const who of [bob, bobsPhone]) {
      expect(await latest(who)).toEqual(
        Array.from({ length: limits.timelinePage }, (_, n) => last - limits.timelinePage + 1 + n),
      );
      expect((await who.db.cursors.get(general))!.gaps).toEqual([{ after: 0, before: last - limits.timelinePage + 1 }]);
      expect(await who.db.conversations.get(general)).toMatchObject({ unread: 0, preview: `said ${said}` });
      expect(who.events.filter((event) => event.type === 'messageArrived' && event.conversationId === general)).toEqual(
        [],
      );
    }
    await sendAndConfirm(general, 'welcome');
    await waitOnAllDevices(
      'what is said now',
      async (who) => (await shown(who)).at(-1) === 'welcome' && (await who.db.conversations.get(general))!.unread === 1,
    );
    for (let place = last; (await bob.db.cursors.get(general))!.gaps; place = (await latest(bob))[0]!)
      await bob.engine.calls.loadOlder({ conversationId: general, beforeSeq: place });
    expect(await latest(bob)).toEqual(Array.from({ length: last + 1 }, (_, n) => n + 1));
    expect(await bob.db.conversations.get(general)).toMatchObject({ unread: 1, preview: 'welcome' });

    await bob.engine.calls.quitSpace({ spaceId });
    await waitOnAllDevices('its end', hasNoSpaceData);
    await joinByInvitation();
    await waitOnAllDevices(
      'the latest page again',
      async (who) =>
        (await latest(who)).length === limits.timelinePage && (await who.db.conversations.get(general))!.unread === 0,
    );
  });

  it('R121 who asks to join is let in by the owner, live and after an absence; who is declined is told', async () => {
    const named = (await alice.db.spaces.get(spaceId))!;
    await alice.engine.calls.changeSpace({ op: 'CHANGE', spaceId, space: { ...named, byApproval: true } });
    const ask = () =>
      bob.engine.calls.api({ call: 'conversation.joinGroupConversation', request: { spaceId, message: 'I row' } });
    const answer = (operate: 'agree' | 'refuse') =>
      alice.engine.calls.api({
        call: 'groupChat.operateJoinApply',
        request: { spaceId, identifier: bob.identifier, operate },
      });
    const waiting = async () => (await alice.db.spaces.get(spaceId))?.joinApplyCount;
    await ask();
    await waitUntil('the owner to see it', async () => (await waiting()) === 1);
    expect(alice.events).toContainEqual({ type: 'joinAsked', spaceId, spaceName: 'Rowing', lastName: 'Bob' });
    bobsPhone.proxy.set({ offline: true });
    await waitUntil('the loss to be noticed', () => bobsPhone.engine.state$.value.connection.status !== 'open');
    await answer('agree');
    await waitUntil('the rooms, live', async () => (await roomsOf(bob)).length === 3);
    await waitUntil('nobody to wait', async () => (await waiting()) === 0);
    const isLetIn = { type: 'joinAnswered', spaceId, spaceName: 'Rowing', accepted: true };
    const isTold = (who: TestDevice) => who.events.some((event) => isDeepStrictEqual(event, isLetIn));
    await waitUntil('who asked to be told', () => isTold(bob));
    await bobsPhone.restart();
    bobsPhone.proxy.set({ offline: false });
    await bobsPhone.engine.calls.reconnect({});
    await waitOnAllDevices(
      'the rooms',
      async (who) => (await roomsOf(who)).length === 3 && (await shown(who)).at(-1) === 'joinMember',
    );
    await waitUntil('the phone to be told', () => isTold(bobsPhone));
    await alice.sendMessage(general, 'welcome');
    await waitOnAllDevices('what is said', async (who) => (await shown(who)).at(-1) === 'welcome');

    await bob.engine.calls.quitSpace({ spaceId });
    await ask();
    await answer('refuse');
    await waitOnAllDevices('the answer', async (who) =>
      who.events.some((event) => event.type === 'joinAnswered' && event.spaceId === spaceId && !event.accepted),
    );
    await waitOnAllDevices('nothing of it', hasNoSpaceData);
  });

  it('R25 R117 who leaves, is removed, or has it dissolved keeps nothing of it on any device', async () => {
    for (const end of [
      () => bob.engine.calls.quitSpace({ spaceId }),
      () => alice.engine.calls.changeSpace({ op: 'CHANGE', spaceId, removed: [bob.identifier] }),
      () => alice.engine.calls.changeSpace({ op: 'DISSOLVE', spaceId }),
    ]) {
      await joinByInvitation();
      await waitOnAllDevices('the line', async (who) => (await shown(who)).length > 0);
      await end();
      await waitOnAllDevices('its end', hasNoSpaceData);
    }
    await waitUntil("the end at the owner's", () => hasNoSpaceData(alice));
  });

  it('R117 a device that was away when it ended comes back to nothing of it', async () => {
    await joinByInvitation();
    bobsPhone.proxy.set({ offline: true });
    await waitUntil('the loss to be noticed', () => bobsPhone.engine.state$.value.connection.status !== 'open');
    await alice.engine.calls.changeSpace({ op: 'DISSOLVE', spaceId });
    bobsPhone.proxy.set({ offline: false });
    await bobsPhone.engine.calls.reconnect({});
    await waitOnAllDevices('its end', hasNoSpaceData);
  });

  it('R27 R114 R116 a room that is hidden goes, one that is made or shown comes, one that is deleted goes', async () => {
    await joinByInvitation();
    const { conversationId: crew } = await alice.engine.calls.changeSpace({
      op: 'CREATE',
      spaceId,
      room: { name: 'Crew' },
    });
    await waitOnAllDevices('the new room', async (who) => (await roomsOf(who)).includes('Crew'));
    const room = (visibility: boolean) => ({ name: 'Crew', groupSetting: { visibility, supportAnonymous: false } });
    await alice.engine.calls.changeSpace({ op: 'CHANGE', spaceId, conversationId: crew, room: room(false) });
    await waitOnAllDevices('it to be hidden', async (who) => !(await roomsOf(who)).includes('Crew'));
    await sendAndConfirm(crew, 'alone');
    await alice.engine.calls.changeSpace({ op: 'CHANGE', spaceId, conversationId: crew, room: room(true) });
    await alice.sendMessage(crew, 'again');
    await waitOnAllDevices('it to be shown', async (who) => (await shown(who, crew)).join() === 'groupSetting,again');
    await alice.engine.calls.changeSpace({ op: 'DELETE_ROOM', spaceId, conversationId: crew });
    await waitOnAllDevices(
      'its end',
      async (who) => !(await roomsOf(who)).includes('Crew') && (await shown(who, crew)).length === 0,
    );
    expect(await roomsOf(bob)).toHaveLength(3);
  });
});
