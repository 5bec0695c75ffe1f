import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSystem } from '@amber/proto/bodies';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../gateway/src/postgres.ts';
import { eventually, pair, type Pair, type PairPerson, textOf } from './pair.ts';

let folder: string;
let postgres: EmbeddedPostgres;
let world: Pair;
let alice: PairPerson;
let bob: PairPerson;
let bobsPhone: PairPerson;
let spaceId: string;
let general: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'amber-spaces-'));
  chmodSync(folder, 0o755); // a server of its own user must get in
  postgres = await startEmbeddedPostgres({ dataDir: folder });
  world = await pair({ databaseUrl: postgres.databaseUrl });
  ({ alice, bob } = world);
  bobsPhone = await world.person('Bob', bob.phone);
}, 60_000);
afterAll(async () => {
  await world?.close();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  ({ spaceId, conversationId: general } = await alice.engine.calls.createSpace({ spaceName: 'Rowing', templateId: 'friends' }));
});

const everywhere = (what: string, look: (who: PairPerson) => Promise<boolean>) =>
  eventually(what, async () => (await Promise.all([bob, bobsPhone].map(look))).every(Boolean));
const roomsOf = async (who: PairPerson) =>
  (await who.db.conversations.where({ spaceId }).toArray()).map(({ name }) => name).sort();
const shown = async (who: PairPerson, room = general) => (await who.timeline(room)).map((row) => readSystem(row.content)?.cmdId ?? textOf(row));
/** Nothing of the space, nor of what was in it. */
const isGone = async (who: PairPerson) =>
  await who.db.spaces.get(spaceId) === undefined && (await roomsOf(who)).length === 0 && (await shown(who)).length === 0
  && await who.db.members.where({ conversionId: general }).count() === 0;
/** Stored by the gateway, not only here. */
const say = async (room: string, text: string) => {
  const id = await alice.say(room, text);
  await eventually('it to be sent', async () => (await alice.db.messages.get(id))?.loading === false);
};
const enter = async () => {
  await bob.engine.calls.joinSpace({ spaceId });
  await everywhere('the rooms', async (who) => (await roomsOf(who)).length === 3);
};

describe('a space on everybody\'s devices', () => {
  it('R118 R167 who joins has its rooms on all devices, with what was said before, as read', async () => {
    await say(general, 'before');
    await enter();
    await everywhere('what was said', async (who) => (await shown(who)).join() === 'before,joinMember');
    expect(await bob.db.conversations.get(general)).toMatchObject({ unread: 0, spaceId, roomType: 'chat', name: 'Living room' });
    await alice.say(general, 'welcome');
    await everywhere('the next', async (who) => (await shown(who)).at(-1) === 'welcome' && (await who.db.conversations.get(general))!.unread === 1);
    expect(await alice.db.members.get([general, bob.identifier])).toMatchObject({ lastName: 'Bob', spaceId });
  });

  it('R25 R117 who leaves, is removed, or has it dissolved keeps nothing of it on any device', async () => {
    for (const end of [
      () => bob.engine.calls.quitSpace({ spaceId }),
      () => alice.engine.calls.changeSpace({ op: 'CHANGE', spaceId, removed: [bob.identifier] }),
      () => alice.engine.calls.changeSpace({ op: 'DISSOLVE', spaceId }),
    ]) {
      await enter();
      await everywhere('the line', async (who) => (await shown(who)).length > 0);
      await end();
      await everywhere('its end', isGone);
    }
    await eventually('the end at the owner\'s', () => isGone(alice));
  });

  it('R117 a device that was away when it ended comes back to nothing of it', async () => {
    await enter();
    bobsPhone.proxy.set({ offline: true });
    await eventually('the loss to be noticed', () => bobsPhone.engine.state$.value.connection.status !== 'open');
    await alice.engine.calls.changeSpace({ op: 'DISSOLVE', spaceId });
    bobsPhone.proxy.set({ offline: false });
    await bobsPhone.engine.calls.reconnect({});
    await everywhere('its end', isGone);
  });

  it('R27 R114 R116 a room that is hidden goes, one that is made or shown comes, one that is deleted goes', async () => {
    await enter();
    const { conversationId: crew } = await alice.engine.calls.changeSpace({ op: 'CREATE', spaceId, room: { name: 'Crew' } });
    await everywhere('the new room', async (who) => (await roomsOf(who)).includes('Crew'));
    const room = (visibility: boolean) => ({ name: 'Crew', groupSetting: { visibility, supportAnonymous: false } });
    await alice.engine.calls.changeSpace({ op: 'CHANGE', spaceId, conversationId: crew, room: room(false) });
    await everywhere('it to be hidden', async (who) => !(await roomsOf(who)).includes('Crew'));
    await say(crew, 'alone');
    await alice.engine.calls.changeSpace({ op: 'CHANGE', spaceId, conversationId: crew, room: room(true) });
    await alice.say(crew, 'again');
    await everywhere('it to be shown', async (who) => (await shown(who, crew)).join() === 'groupSetting,again');
    await alice.engine.calls.changeSpace({ op: 'DELETE_ROOM', spaceId, conversationId: crew });
    await everywhere('its end', async (who) => !(await roomsOf(who)).includes('Crew') && (await shown(who, crew)).length === 0);
    expect(await roomsOf(bob)).toHaveLength(3);
  });
});
