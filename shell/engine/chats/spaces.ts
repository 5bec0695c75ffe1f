// Stores spaces and keeps them in step with the gateway. The actions of people are in spaceCalls.ts.
import type { EngineEvent } from '@amber/client/bus';
import type { Room, Space } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import type { AccountContext } from '../kit/accountContext.ts';
import { leaveRoom, leaveSpace } from '../rows/spaceChanges.ts';
import { rowTables } from '../rows/write.ts';

type SpacesPorts = Pick<AccountContext, 'db' | 'api' | 'me' | 'emit' | 'catchUp' | 'runExclusive'>;

export interface Spaces {
  /** Fetches the list of my spaces; a missing one counts as left. @throws Fault of the call. */
  refreshAll(): Promise<void>;
  /** Fetches one space and its rooms. Returns false when I am not a member. @throws Fault of the call. */
  refresh(spaceId: string): Promise<boolean>;
  /** Removes a space that I have left or dissolved. */
  leave(spaceId: string, how: 'quit' | 'dissolved'): Promise<void>;
}

/** The fields that a room has in addition to its conversation. */
const roomFieldsOf = ({ name, roomType, groupSetting }: Room) => ({ name, roomType, groupSetting });

export function createSpaces({ db, api, me, emit, catchUp, runExclusive }: SpacesPorts): Spaces {
  /** Runs a task in one transaction on all tables of a space, and emits its events after the commit. */
  async function writeSpace(task: (collect: (event: EngineEvent) => void) => Promise<void>): Promise<void> {
    let events: EngineEvent[] = [];
    await db.transaction('rw', rowTables(db), async () => {
      events = [];
      await task((event) => events.push(event));
    });
    events.forEach(emit);
  }

  /** Stores a space. I have left the rooms that are missing from its list. */
  const store = (space: Space, rooms: Room[]) =>
    writeSpace(async (collect) => {
      const { spaceId } = space;
      await db.spaces.put({ ...space, id: spaceId, rooms });
      const listed = new Map(rooms.map((room) => [room.conversionId, room]));
      for (const conversation of await db.conversations.where({ spaceId }).toArray()) {
        const room = listed.get(conversation.conversionId);
        if (room) await db.conversations.update(conversation.conversionId, roomFieldsOf(room));
        else await leaveRoom({ spaceId, conversationId: conversation.conversionId, by: '' }, { db, emit: collect });
      }
    });

  const leave = (spaceId: string, how: 'quit' | 'dissolved' | 'gone') =>
    writeSpace((collect) =>
      leaveSpace(how, { spaceId, by: how === 'gone' ? '' : me.identifier }, { db, me, emit: collect }),
    );

  async function refresh(spaceId: string): Promise<boolean> {
    const isMember = await runExclusive(async () => {
      const { spaceInfo } = await api.groupChat.querySpaceDetail({ spaceId });
      if (!spaceInfo?.isMember) {
        await leave(spaceId, 'gone');
        return false;
      }
      const { list } = await api.conversation.queryListByUserIdAndSpaceId({ spaceId });
      await store(spaceInfo, list);
      return true;
    });
    const rooms = (await db.spaces.get(spaceId))?.rooms ?? [];
    const conversations = await db.conversations.bulkGet(rooms.map(({ conversionId }) => conversionId));
    // A room that I have just joined arrives with the next sync, together with its first rows.
    if (conversations.includes(undefined)) await catchUp();
    return isMember;
  }

  return {
    refresh,
    leave: (spaceId, how) => runExclusive(() => leave(spaceId, how)),

    refreshAll: () =>
      runExclusive(async () => {
        const { spaceInfo } = await api.groupChat.querySpace({
          page: limits.spacesPage,
          pageSize: limits.spacesPageSize,
        });
        await writeSpace(async (collect) => {
          const before = await db.spaces.toArray();
          const known = new Map(before.map((space) => [space.id, space]));
          await db.spaces.bulkPut(
            spaceInfo.map((space) => ({ ...known.get(space.spaceId), ...space, id: space.spaceId })),
          );
          const mine = new Set(spaceInfo.map(({ spaceId }) => spaceId));
          for (const { id } of before)
            if (!mine.has(id)) await leaveSpace('gone', { spaceId: id, by: '' }, { db, me, emit: collect });
        });
      }),
  };
}
