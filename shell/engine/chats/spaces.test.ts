import { Fault } from '@amber/proto/faults';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually, settle } from '../testing/clock.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no fault',
    (thrown: unknown) => (thrown as Fault).code,
  );

/** Alice in space `s1` with the rooms `r1` and `r2`, and a separate chat. */
async function inSpace() {
  const one = await startAlice();
  started.push(one);
  const { gateway, db } = one;
  for (const id of ['r1', 'r2']) gateway.addChat(id, { type: 'group', spaceId: 's1', roomType: 'chat' });
  gateway.addSpace('s1', ['r1', 'r2']);
  one.reconnect();
  await eventually('the space', () => db.spaces.get('s1'));
  return {
    ...one,
    async told(op: string, fields: object = {}) {
      await one.pushNotice(
        gateway.notice({
          type: 'spaceChange',
          identifier: 'bob',
          body: JSON.stringify({ op, spaceId: 's1', ...fields }),
        }),
      );
    },
    /** What this device holds of a conversation, table by table. */
    async held(conversationId: string) {
      const counts = await Promise.all([
        db.conversations.where({ conversionId: conversationId }).count(),
        db.messages.where({ conversationId }).count(),
        db.members.where({ conversionId: conversationId }).count(),
        db.cursors.where({ conversationId }).count(),
      ]);
      return counts.reduce((sum, count) => sum + count);
    },
    news: () => one.events.filter(({ type }) => type === 'spaceLeft' || type === 'conversationLeft'),
  };
}

describe('my spaces', () => {
  it('R109 are asked for as one page of 999, and are here with their sort time', async () => {
    const one = await startAlice();
    started.push(one);
    one.gateway.addSpace('old', [], { sortTime: 1 });
    one.gateway.addSpace('new', [], { sortTime: 2 });
    one.reconnect();
    await eventually('both', async () => (await one.db.spaces.count()) === 2);
    expect(one.gateway.requests('groupChat.querySpace').at(-1)).toEqual({ page: 0, pageSize: 999 });
    expect((await one.db.spaces.toArray()).map(({ id, sortTime }) => [id, sortTime])).toEqual([
      ['new', 2],
      ['old', 1],
    ]);
  });

  it('R167 R113 opening a space brings it and its rooms in their order', async () => {
    const one = await inSpace();
    one.gateway.spaces.get('s1')!.wire.spaceName = 'Renamed';
    one.gateway.chats.get('r2')!.wire.name = 'General';
    expect(await one.refreshSpace({ spaceId: 's1' })).toBe(true);
    const space = (await one.db.spaces.get('s1'))!;
    expect([space.spaceName, space.rooms!.map(({ conversionId }) => conversionId)]).toEqual(['Renamed', ['r1', 'r2']]);
    expect((await one.chat('r2')).name).toBe('General');
  });

  it('R167 a space and its rooms change together or not at all', async () => {
    const one = await inSpace();
    one.gateway.spaces.get('s1')!.wire.spaceName = 'Renamed';
    one.gateway.chats.get('r2')!.wire.name = 'General';
    one.db.conversations.hook('updating', () => {
      throw new Error('disk');
    });
    await codeOf(one.refreshSpace({ spaceId: 's1' }));
    expect((await one.db.spaces.get('s1'))!.spaceName).toBe('s1');
  });

  it('R24 R118 who joins has the rooms when the call returns; who invites goes with it', async () => {
    const one = await startAlice();
    started.push(one);
    one.gateway.addSpace('s1', ['r1'], { isMember: false });
    one.gateway.addChat('r1', { type: 'group', spaceId: 's1', roomType: 'chat' });
    expect(await one.joinSpace({ spaceId: 's1', inviterId: 'bob' })).toEqual({ spaceId: 's1', conversationId: 'r1' });
    expect(one.gateway.requests('conversation.directJoin')).toEqual([
      {
        fromIdentifier: 'bob',
        invitedIdentifier: 'alice',
        conversationId: '',
        type: 'directJoin',
        spaceId: 's1',
        invitation: '',
      },
    ]);
    expect((await one.chat('r1')).spaceId).toBe('s1');
  });
});

describe('R25 R117 leaving a space', () => {
  it('R117 takes its record, its rooms, their messages and members, and nothing else', async () => {
    const one = await inSpace();
    await one.pushRow(one.gateway.addTextFromBob('r1', 'hello'));
    await one.pushRow(one.gateway.addTextFromBob('c1', 'and here'));
    await one.refreshGroup({ conversationId: 'r1' });
    expect(await one.held('r1')).toBe(5); // itself, a message, two members, a cursor
    await one.quitSpace({ spaceId: 's1' });
    expect([await one.db.spaces.count(), await one.held('r1'), await one.held('r2')]).toEqual([0, 0, 0]);
    expect(await one.texts('c1')).toEqual(['and here']);
    expect(one.news()).toEqual([{ type: 'spaceLeft', spaceId: 's1', name: 's1', how: 'quit', by: 'alice' }]);
  });

  it('R117 is done in one transaction: what fails in its midst leaves all of it', async () => {
    const one = await inSpace();
    await one.pushRow(one.gateway.addTextFromBob('r1', 'hello'));
    const before = await one.held('r1');
    one.db.cursors.hook('deleting', () => {
      throw new Error('disk');
    });
    await codeOf(one.quitSpace({ spaceId: 's1' }));
    expect([await one.db.spaces.count(), await one.held('r1')]).toEqual([1, before]);
  });

  it('R117 a refusal leaves everything as it was', async () => {
    const one = await inSpace();
    one.gateway.faults.refuse.set('conversation.quitSpace', () => new Fault('SPACE_OWNER_STAYS'));
    expect(await codeOf(one.quitSpace({ spaceId: 's1' }))).toBe('SPACE_OWNER_STAYS');
    expect([await one.db.spaces.count(), await one.db.conversations.where({ spaceId: 's1' }).count()]).toEqual([1, 2]);
  });

  it.each([
    ['DISSOLVE', 'dissolved'],
    ['QUIT', 'quit'],
    ['REMOVE', 'removed'],
  ] as const)('R25 R116 %s elsewhere ends it here', async (op, how) => {
    const one = await inSpace();
    one.gateway.spaces.get('s1')!.wire.isMember = false;
    await one.told(op);
    expect([await one.db.spaces.count(), await one.held('r1'), await one.held('r2')]).toEqual([0, 0, 0]);
    expect(one.news()).toEqual([{ type: 'spaceLeft', spaceId: 's1', name: 's1', how, by: 'bob' }]);
  });

  it('R117 one that the gateway does not list any more goes with the next connection', async () => {
    const one = await inSpace();
    one.gateway.spaces.get('s1')!.wire.isMember = false;
    one.reconnect();
    await eventually('the end of it', async () => (await one.db.spaces.count()) === 0);
    expect(await one.held('r1')).toBe(0);
    expect(one.news()).toMatchObject([{ type: 'spaceLeft', how: 'gone' }]);
  });
});

describe('R64 R117 what rows say of the people in a room', () => {
  type End = [cmdId: 'quitMember' | 'deleteMember' | 'dismissGroup', by: 'alice' | 'bob', targets: string[]];
  const rows: End[] = [
    ['quitMember', 'alice', []],
    ['deleteMember', 'bob', ['alice']],
    ['dismissGroup', 'bob', []],
  ];
  const give = (one: Awaited<ReturnType<typeof inSpace>>, [cmdId, by, targets]: End) =>
    one.pushRow(
      one.gateway.addContent('r1', {
        cmdId,
        type: cmdId,
        targets,
        message: '{}',
        by: { identifier: by, deviceId: `${by}1` },
      }),
    );

  it.each(rows)('R117 %s by %s in a room that all see waits for the word about the space', async (...row) => {
    const one = await inSpace();
    await one.db.conversations.update('r1', { groupSetting: { supportAnonymous: false, visibility: true } });
    await give(one, row);
    await settle();
    expect([await one.db.conversations.where({ spaceId: 's1' }).count(), one.news()]).toEqual([2, []]);
  });

  it.each(rows.slice(0, 2))('R64 R65 %s by %s takes a hidden room alone', async (...row) => {
    const one = await inSpace();
    await give(one, row);
    await eventually('the end of the room', async () => (await one.held('r1')) === 0);
    expect(one.news()).toMatchObject([{ type: 'conversationLeft', conversationId: 'r1', spaceId: 's1', by: row[1] }]);
    expect(await one.db.spaces.count()).toBe(1);
  });
});

describe('R116 a space changes while it is open', () => {
  it('R116 CHANGE and CREATE bring it and its rooms as they are now', async () => {
    const one = await inSpace();
    one.gateway.spaces.get('s1')!.wire.spaceName = 'Renamed';
    await one.told('CHANGE');
    await eventually('the new name', async () => (await one.db.spaces.get('s1'))!.spaceName === 'Renamed');
    one.gateway.addChat('r3', { type: 'group', spaceId: 's1', roomType: 'chat' });
    one.gateway.spaces.get('s1')!.rooms.push('r3');
    await one.told('CREATE', { conversationId: 'r3' });
    await eventually('the new room', () => one.db.conversations.get('r3'));
  });

  it('R116 R27 DELETE_ROOM takes the room with its messages and says so once', async () => {
    const one = await inSpace();
    await one.pushRow(one.gateway.addTextFromBob('r1', 'hello'));
    one.gateway.spaces.get('s1')!.rooms.shift();
    one.gateway.chats.get('r1')!.left = true;
    await one.told('DELETE_ROOM', { conversationId: 'r1' });
    await settle();
    expect([await one.held('r1'), await one.db.conversations.where({ spaceId: 's1' }).primaryKeys()]).toEqual([
      0,
      ['r2'],
    ]);
    expect(one.news()).toEqual([
      { type: 'conversationLeft', conversationId: 'r1', spaceId: 's1', name: '', how: 'roomGone', by: 'bob' },
    ]);
  });

  it("R116 a room that the space's list does not hold is not mine any more", async () => {
    const one = await inSpace();
    one.gateway.spaces.get('s1')!.rooms.pop();
    await one.refreshSpace({ spaceId: 's1' });
    expect(await one.db.conversations.where({ spaceId: 's1' }).primaryKeys()).toEqual(['r1']);
  });

  it('R116 an operation of a newer version, or a room of another space, changes nothing', async () => {
    const one = await inSpace();
    await one.told('EXPLODE');
    await one.told('DELETE_ROOM', { conversationId: 'c1' });
    await settle();
    expect([await one.db.spaces.count(), await one.db.conversations.count(), one.news()]).toEqual([1, 3, []]);
  });
});
