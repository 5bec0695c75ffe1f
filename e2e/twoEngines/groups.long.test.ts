import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSystem } from '@amber/proto/bodies';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../gateway/src/db/postgres/postgres.ts';
import { approveDevice, waitUntil, createPair, type Pair, type TestDevice, textOf } from './pair.ts';
import { query } from '@amber/gateway/testing';

/** More of them in `npm run soak`. */
const seeds = Array.from({ length: Number(process.env['AMBER_RUNS'] ?? 1) }, (_, index) => index + 1);

let folder: string;
let postgres: EmbeddedPostgres;
let world: Pair;
let alice: TestDevice;
let bob: TestDevice;
let carol: TestDevice;
let alicesPhone: TestDevice;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'amber-groups-'));
  chmodSync(folder, 0o755); // the server's own user must have access
  postgres = await startEmbeddedPostgres({ dataDir: folder });
  // A short window, so that a device is soon behind by more than one.
  world = await createPair({ databaseUrl: postgres.databaseUrl, limits: { syncPage: 20 } });
  ({ alice, bob } = world);
  carol = await world.person('Carol');
  alicesPhone = await world.person('Alice', alice.phone);
  await approveDevice(alice, alicesPhone);
});
afterAll(async () => {
  await world?.close();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

let serial = 0;
let group: string;
const everybody = () => [alice, bob, carol, alicesPhone];

const members = async (who: TestDevice) => {
  const names = new Map(everybody().map(({ identifier, name }) => [identifier, name]));
  return (await who.db.members.where({ conversionId: group }).toArray())
    .filter(({ left }) => !left)
    .map(({ identifier, role }) => `${names.get(identifier)}${role === 'owner' ? '*' : ''}`)
    .sort();
};
/** What a timeline shows; a line as its command. */
const shown = async (who: TestDevice) =>
  (await who.timeline(group)).map(
    (row) =>
      readSystem(row.content)?.cmdId ??
      (row.withdrawn
        ? 'withdrawn'
        : row.edited
          ? textOf({ ...row, content: { ...row.content, message: row.edited.message } })
          : textOf(row)),
  );
const waitForAll = (what: string, look: (who: TestDevice) => Promise<boolean>, people = everybody()) =>
  waitUntil(what, async () => (await Promise.all(people.map(look))).every(Boolean));
const left = (who: TestDevice, id = group) =>
  who.events.filter((event) => event.type === 'conversationLeft' && event.conversationId === id);
const hasNoGroupData = async (who: TestDevice) =>
  (await who.db.conversations.get(group)) === undefined &&
  (await who.timeline(group)).length === 0 &&
  (await members(who)).length === 0;
const fillGaps = async (who: TestDevice) => {
  for (
    let gap = (await who.db.cursors.get(group))!.gaps?.at(-1);
    gap;
    gap = (await who.db.cursors.get(group))!.gaps?.at(-1)
  ) {
    await who.engine.calls.loadOlder({ conversationId: group, beforeSeq: gap.before });
  }
};
const goOffline = async (who: TestDevice) => {
  who.proxy.set({ offline: true });
  await waitUntil('the loss to be noticed', () => who.engine.state$.value.connection.status !== 'open');
};
const goOnline = async (who: TestDevice) => {
  who.proxy.set({ offline: false });
  await who.engine.calls.reconnect({});
};

beforeEach(async () => {
  serial += 1;
  for (const who of everybody()) if (who.engine.state$.value.connection.status !== 'open') await goOnline(who);
  ({ conversationId: group } = await alice.engine.calls.createGroup({
    requestId: `q${serial}`.padEnd(24, '0'),
    name: `Group ${serial}`,
    identifiers: [bob.identifier, carol.identifier],
  }));
  await waitForAll('the group', async (who) => (await members(who)).length === 3);
});

describe('groups on several devices', () => {
  it('R61 R63 a group just made is everywhere, with its line, its name and its people', async () => {
    for (const who of everybody()) {
      expect(await shown(who)).toEqual(['createGroup']);
      expect(await members(who)).toEqual(['Alice*', 'Bob', 'Carol']);
      expect(await who.db.conversations.get(group)).toMatchObject({
        name: `Group ${serial}`,
        type: 'group',
        unread: 0,
      });
    }
    const again = await alice.engine.calls.createGroup({
      requestId: `q${serial}`.padEnd(24, '0'),
      name: 'Other',
      identifiers: [bob.identifier],
    });
    expect(again.conversationId).toBe(group);
  });

  it('R63 R170 a new name, a nickname, settings and a new owner are everywhere', async () => {
    await alice.sendCommand(group, 'groupName', { name: 'Renamed' });
    await bob.sendCommand(group, 'nickname', { nickname: 'Bobby' });
    await alice.sendCommand(group, 'groupSetting', { supportAnonymous: true, visibility: true });
    await alice.sendCommand(group, 'handOver', {}, [carol.identifier]);
    await waitForAll('all of it', async (who) => (await members(who)).includes('Carol*'));
    for (const who of everybody()) {
      expect(await who.db.conversations.get(group)).toMatchObject({
        name: 'Renamed',
        groupSetting: { supportAnonymous: true, visibility: true },
      });
      expect(await members(who)).toEqual(['Alice', 'Bob', 'Carol*']);
    }
    await waitForAll(
      'the nickname',
      async (who) => (await who.db.members.get([group, bob.identifier]))?.groupNickname === 'Bobby',
    );
    const lines = await Promise.all(everybody().map(shown));
    expect(new Set(lines.map((line) => line.join())).size).toBe(1);
  });

  it('R64 R65 who is removed loses it, and is told by whom; the others see a line', async () => {
    await bob.sendMessage(group, 'hello');
    await waitForAll('it', async (who) => (await shown(who)).includes('hello'));
    await alice.sendCommand(group, 'deleteMember', {}, [bob.identifier]);
    await waitUntil('the end', () => left(bob).length === 1);
    expect([await hasNoGroupData(bob), left(bob)[0]]).toMatchObject([
      true,
      { how: 'removed', by: alice.identifier, name: `Group ${serial}` },
    ]);
    await waitForAll('the line', async (who) => (await shown(who)).at(-1) === 'deleteMember', [
      alice,
      carol,
      alicesPhone,
    ]);
    expect(await members(carol)).toEqual(['Alice*', 'Carol']);
    expect([alice, carol, alicesPhone].flatMap((who) => left(who))).toEqual([]);
    await alice.sendMessage(group, 'without Bob');
    await waitForAll('it', async (who) => (await shown(who)).includes('without Bob'), [alice, carol]);
    expect(await hasNoGroupData(bob)).toBe(true);
  });

  it('R64 R65 who is removed while away learns it on coming back, and may be invited again', async () => {
    await goOffline(bob);
    await carol.sendMessage(group, 'meanwhile');
    await alice.sendCommand(group, 'deleteMember', {}, [bob.identifier]);
    await waitForAll('the line', async (who) => (await shown(who)).includes('deleteMember'), [alice, carol]);
    await goOnline(bob);
    await waitUntil('the end', () => left(bob).length === 1);
    expect(await hasNoGroupData(bob)).toBe(true);
    await alice.sendCommand(group, 'inviteMember', {}, [bob.identifier]);
    await waitUntil('Bob back', async () => (await members(bob)).length === 3);
    // The invitation is the first that he may see.
    expect(await shown(bob)).toEqual(['inviteMember']);
    expect((await bob.db.cursors.get(group))?.gaps).toBeUndefined();
  });

  it('R64 R65 who quits on one device has left on the others', async () => {
    await alice.sendCommand(group, 'handOver', {}, [bob.identifier]);
    await waitForAll('Bob to own it', async (who) => (await members(who)).includes('Bob*'));
    await alicesPhone.sendCommand(group, 'quitMember', {});
    for (const who of [alice, alicesPhone]) {
      await waitUntil('the end', () => left(who).length === 1);
      expect([await hasNoGroupData(who), left(who)[0]]).toMatchObject([true, { how: 'quit', by: alice.identifier }]);
    }
    await waitForAll('the line', async (who) => (await shown(who)).at(-1) === 'quitMember', [bob, carol]);
    expect(await members(bob)).toEqual(['Bob*', 'Carol']);
  });

  it('R64 R65 R120 a dismissed group is gone everywhere, unsent words included', async () => {
    await goOffline(carol);
    await carol.sendMessage(group, 'never sent');
    await alice.sendCommand(group, 'dismissGroup', {});
    await waitForAll('the end', async (who) => left(who).length === 1, [alice, bob, alicesPhone]);
    await goOnline(carol);
    await waitUntil("the end at Carol's", () => left(carol).length === 1);
    for (const who of everybody()) {
      expect([await hasNoGroupData(who), left(who)[0]]).toMatchObject([
        true,
        { how: 'dismissed', by: alice.identifier },
      ]);
      expect(await who.db.outbox.count()).toBe(0);
    }
  });

  it('R64 R161 what only the owner may do is refused, said, and undone', async () => {
    await bob.sendCommand(group, 'groupName', { name: 'Mine now' });
    await waitUntil('the refusal', () =>
      bob.events.some((event) => event.type === 'refused' && event.code === 'NO_AUTH'),
    );
    expect(await bob.db.outbox.count()).toBe(0);
    expect(await alice.db.conversations.get(group)).toMatchObject({ name: `Group ${serial}` });
  });
});

describe('R60 R189 changes of messages', () => {
  it('R60 R189 R170 withdrawn, edited, reacted to: the same on every device, in any order of arrival', async () => {
    const [first, second, third] = [
      await bob.sendMessage(group, 'first'),
      await bob.sendMessage(group, 'second'),
      await bob.sendMessage(group, 'third'),
    ];
    await waitForAll('them', async (who) => (await shown(who)).includes('third'));
    await goOffline(alicesPhone);
    await bob.sendCommand(group, 'withdraw', {}, [first]);
    await bob.sendCommand(group, 'edit', { text: 'better' }, [second]);
    await alice.sendCommand(group, 'reaction', { emoji: '👍', on: true, text: '👍' }, [third]);
    await carol.sendCommand(group, 'reaction', { emoji: '👍', on: true, text: '👍' }, [third]);
    await carol.sendCommand(group, 'reaction', { emoji: '👍', on: false, text: '👍' }, [third]);
    await goOnline(alicesPhone);
    await waitForAll(
      'all of it',
      async (who) =>
        (await shown(who)).join() === 'createGroup,withdrawn,better,third' &&
        (await who.db.messages.get(third))?.reactions?.[0]?.by.join() === alice.identifier &&
        (await who.db.cursors.get(group))?.seq === 9 &&
        (await who.db.outbox.count()) === 0,
    );
    for (const who of everybody()) {
      expect(await who.db.messages.get(first)).toMatchObject({
        withdrawn: { by: bob.identifier },
        content: { type: 'text' },
      });
    }
    // The device that saw it keeps its content.
    expect(textOf((await carol.db.messages.get(first))!)).toBe('first');
  });

  it('R60 in a private chat too, also in what was written offline', async () => {
    const { conversationId } = world;
    alice.proxy.set({ offline: true });
    const id = await alice.sendMessage(conversationId, 'oops');
    await alice.sendCommand(conversationId, 'withdraw', {}, [id]);
    await goOnline(alice);
    await waitUntil("it at Bob's", async () => (await bob.db.messages.get(id))?.withdrawn?.by === alice.identifier);
    await waitUntil('it settled', async () => (await alice.db.outbox.count()) === 0);
    expect(await alice.db.messages.get(id)).toMatchObject({ withdrawn: { by: alice.identifier }, error: '' });
  });

  it('R60 R189 nobody edits or withdraws what is not theirs', async () => {
    const id = await alice.sendMessage(group, 'mine');
    await waitForAll('it', async (who) => (await shown(who)).includes('mine'));
    const toasts = () => bob.events.filter(({ type }) => type === 'refused').length;
    const before = toasts();
    await bob.sendCommand(group, 'edit', { text: 'forged' }, [id]);
    await bob.sendCommand(group, 'withdraw', {}, [id]);
    await waitUntil('two refusals', () => toasts() === before + 2);
    for (const who of [alice, bob]) expect(await who.db.messages.get(id)).not.toMatchObject({ withdrawn: {} });
    expect((await bob.db.messages.get(id))!.edited).toBeUndefined();
  });
});

describe('R58 R59 anonymous', () => {
  it("R58 R59 nobody but its author's own devices learns who wrote it", async () => {
    await alice.sendCommand(group, 'groupSetting', { supportAnonymous: true, visibility: false });
    await waitForAll(
      'the setting',
      async (who) => (await who.db.conversations.get(group))?.groupSetting?.supportAnonymous === true,
    );
    await alice.engine.calls.changeSetting({ conversationId: group, setting: { anonymous: true } });
    await waitUntil(
      'it on the phone',
      async () => (await alicesPhone.db.conversations.get(group))?.userSetting?.anonymous === true,
    );
    const id = await alice.sendMessage(group, 'who am I?');
    await waitForAll('it', async (who) => (await shown(who)).includes('who am I?'));
    await alice.sendCommand(group, 'edit', { text: 'nobody' }, [id]);
    await waitForAll('the edit', async (who) => (await shown(who)).includes('nobody'));
    for (const who of [bob, carol]) {
      const row = (await who.db.messages.get(id))!;
      expect([row.content.anonymous, row.content.sender?.identifier ?? '', row.isRead]).toEqual([true, '', false]);
      expect(JSON.stringify([row, await who.db.changes.where({ target: id }).toArray()])).not.toContain(
        alice.identifier,
      );
    }
    for (const who of [alice, alicesPhone])
      expect((await who.db.messages.get(id))!.content.sender?.identifier).toBe(alice.identifier);
  });
});

describe('R46 R48 a device that was away for long', () => {
  it('R46 R48 sees the newest first, fills the rest on scroll, and has all of it once', async () => {
    await goOffline(carol);
    for (let index = 0; index < 60; index += 1) await bob.sendMessage(group, `${index}`);
    await waitUntil('all sent', async () => (await bob.db.outbox.count()) === 0);
    await goOnline(carol);
    await waitUntil('the newest', async () => (await shown(carol)).at(-1) === '59');
    expect((await carol.db.cursors.get(group))!.gaps).toHaveLength(1);
    expect((await carol.timeline(group)).length).toBeLessThan(30);
    await fillGaps(carol);
    expect(await shown(carol)).toEqual(['createGroup', ...Array.from({ length: 60 }, (_, index) => `${index}`)]);
    expect((await carol.db.conversations.get(group))!.unread).toBe(60);
  });
});

describe('R66 R188 what one device tells the others', () => {
  it('R66 R43 how I see a group is the same on my devices', async () => {
    await alice.engine.calls.changeSetting({
      conversationId: group,
      setting: { groupRemark: 'Ours', isTop: true, noDisturb: true },
    });
    await waitUntil('it', async () => (await alicesPhone.db.conversations.get(group))?.userSetting?.isTop === true);
    expect((await alicesPhone.db.conversations.get(group))!.userSetting).toMatchObject({
      groupRemark: 'Ours',
      isTop: true,
      noDisturb: true,
    });
    expect((await bob.db.conversations.get(group))!.userSetting?.isTop ?? false).toBe(false);
  });

  it('R188 who writes is told, and how far the other has read', async () => {
    const { conversationId } = world;
    await alice.engine.calls.setTyping({ conversationId, typing: true });
    const typing = () =>
      bob.events
        .filter((event) => event.type === 'typing' && event.conversationId === conversationId)
        .map((event) => event.type === 'typing' && event.typing);
    await waitUntil('the news', () => typing().includes(true));
    const id = await alice.sendMessage(conversationId, 'read this');
    await waitUntil('it', async () => (await bob.db.messages.get(id)) !== undefined);
    await waitUntil('the end of it', () => typing().at(-1) === false);
    const { seq } = (await bob.db.messages.get(id))!;
    await waitUntil(
      'its delivery',
      async () => (await alice.db.conversations.get(conversationId))!.peerDeliveredSeq >= seq,
    );
    await bob.engine.calls.markRead({ conversationId, seq });
    // It is sealed with the next message.
    await bob.sendMessage(conversationId, 'I have');
    await waitForAll(
      'that it was read',
      async (who) => (await who.db.conversations.get(conversationId))!.peerReadSeq === seq,
      [alice, alicesPhone],
    );
  });
});

describe('R72 a new device', () => {
  it("R72 gets the history of a sealed chat from another own device when that one's user agrees", async () => {
    const { conversationId } = world;
    const id = await alice.sendMessage(conversationId, 'sealed before the tablet');
    await waitUntil('it settled', async () => (await alice.db.messages.get(id))?.loading === false);
    const tablet = await world.person('Alice', alice.phone);
    await waitUntil('the chat', async () => (await tablet.db.messages.get(id)) !== undefined);
    expect(await tablet.db.messages.get(id)).toMatchObject({ copy: 'none' });
    await waitUntil('its standing', () => tablet.engine.state$.value.devices?.standing === 'waiting');
    await expect(tablet.engine.calls.askHistory({ conversationId })).rejects.toThrow('NOT_APPROVED');
    await approveDevice(alice, tablet);
    await tablet.engine.calls.askHistory({ conversationId });
    const asked = () => alice.events.find((event) => event.type === 'historyAsked');
    await waitUntil('the question', () => asked() !== undefined);
    const before = await tablet.db.conversations.get(conversationId);
    await alice.engine.calls.allowHistory({ requestId: (asked() as { requestId: string }).requestId });
    await waitUntil(
      'the words',
      async () => textOf((await tablet.db.messages.get(id))!) === 'sealed before the tablet',
    );
    expect(await tablet.db.conversations.get(conversationId)).toEqual(before);
    expect(
      (await tablet.db.conversations.toArray())
        .filter(({ type, status }) => type === 'private' && status === 'normal')
        .map(({ conversionId }) => conversionId),
    ).toEqual([conversationId]);
  });
});

/** Numbers determined by a seed. */
function createSeededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

describe('P1 P2 P3 messages and their changes together', () => {
  it.each(seeds)(
    'P1 P2 P3 R60 R189 four devices on lines that drop, cut and delay end with the same conversation (seed %i)',
    async (seed) => {
      const below = createSeededRandom(seed);
      const written = new Map<string, TestDevice>();
      for (const { proxy } of everybody()) proxy.set({ latency: 2, slice: 0.5, drop: 0.02 });
      for (let step = 0; step < 60; step += 1) {
        const who = everybody()[below(4)]!;
        const own = [...written].filter(([, author]) => author === who).map(([id]) => id);
        const [any, mine] = [[...written.keys()][below(written.size)], own[below(own.length)]];
        const what = below(10);
        if (what < 5 || !any) written.set(await who.sendMessage(group, `${step}`), who);
        else if (what < 7)
          await who.sendCommand(group, 'reaction', { emoji: '👍', on: below(3) > 0, text: '👍' }, [any]);
        else if (what < 9 && mine) await who.sendCommand(group, 'edit', { text: `edited ${step}` }, [mine]);
        else if (mine) {
          await who.sendCommand(group, 'withdraw', {}, [mine]);
          written.delete(mine);
        }
      }
      for (const { proxy } of everybody()) proxy.set({ latency: 0, slice: 0, drop: 0 });
      await Promise.all(everybody().map(({ engine }) => engine.calls.reconnect({})));
      await waitForAll('empty outboxes', async (who) => (await who.db.outbox.count()) === 0);
      const { rows } = await query<{ last: number }>(
        postgres,
        'select last_seq::int as last from conversation where id = $1',
        [group],
      );
      await waitForAll('the last place', async (who) => (await who.db.cursors.get(group))?.seq === rows[0]!.last);
      for (const who of everybody()) {
        await fillGaps(who);
      }
      const seen = async (who: TestDevice) =>
        (await who.timeline(group)).map(({ seq: place, withdrawn, edited, reactions = [], ...row }) => ({
          place,
          error: row.error,
          withdrawn: withdrawn?.by,
          text: withdrawn ? '' : (edited?.message ?? row.content.message),
          reactions: reactions.map(({ emoji, by }) => [emoji, [...by].sort()]),
        }));
      const expected = await seen(alice);
      expect(expected.filter(({ error }) => error !== '')).toEqual([]);
      for (const who of [bob, carol, alicesPhone]) expect(await seen(who)).toEqual(expected);
    },
  );
});
