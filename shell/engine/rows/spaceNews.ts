// The gateway's notices about a space, and the effect of each on a device: one table.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Device } from '@amber/proto';
import { deleteConversation } from './leaving.ts';

/** The operations on a space, and what happens to one's own membership. */
type SpaceOp =
  | 'CHANGE'
  | 'DISSOLVE'
  | 'DELETE_ROOM'
  | 'CREATE'
  | 'JOIN'
  | 'QUIT'
  | 'REMOVE'
  | 'JOIN_ASKED'
  | 'JOIN_ACCEPTED'
  | 'JOIN_DECLINED';

interface SpaceChange {
  spaceId: string;
  /** The room that it is about; empty where it is about the space. */
  conversationId: string;
  /** Its actor. */
  by: string;
  /** Where a request to join is announced: the space's name, and the requester's. */
  spaceName: string;
  lastName: string;
}

interface Here {
  db: AccountDb;
  me: Device;
  /** Passing news, emitted after the commit. */
  say(event: EngineEvent): void;
  /** Requests the space and its rooms, after the commit. */
  refresh(spaceId: string): void;
}

type SpaceLeft = Extract<EngineEvent, { type: 'spaceLeft' }>;

/**
 * I am no longer a member: deletes its record, and its rooms with their messages and members.
 * Must be called inside a transaction that holds `rowTables`.
 */
export async function leaveSpace(
  how: SpaceLeft['how'],
  { spaceId, by }: Pick<SpaceChange, 'spaceId' | 'by'>,
  { db, say, me }: Pick<Here, 'db' | 'say' | 'me'>,
): Promise<void> {
  const [space, rooms] = await Promise.all([db.spaces.get(spaceId), db.conversations.where({ spaceId }).primaryKeys()]);
  if (!space && rooms.length === 0) return;
  await Promise.all([
    db.spaces.delete(spaceId),
    ...rooms.map((conversationId) => deleteConversation(db, conversationId, how === 'dissolved' ? me : undefined)),
  ]);
  say({ type: 'spaceLeft', spaceId, name: space?.spaceName ?? '', how, by });
}

/** A room that was deleted, or is hidden from me. Must be called inside a transaction that holds `rowTables`. */
export async function leaveRoom(
  { spaceId, conversationId, by }: Pick<SpaceChange, 'spaceId' | 'conversationId' | 'by'>,
  { db, say }: Pick<Here, 'db' | 'say'>,
): Promise<void> {
  const room = await db.conversations.get(conversationId);
  if (room?.spaceId !== spaceId || room.type === 'private') return;
  await deleteConversation(db, conversationId);
  say({ type: 'conversationLeft', conversationId, spaceId, name: room.name, how: 'roomGone', by });
}

const refresh = ({ spaceId }: SpaceChange, here: Here) => here.refresh(spaceId);
const leave = (how: SpaceLeft['how']) => (change: SpaceChange, here: Here) => leaveSpace(how, change, here);

const answered =
  (accepted: boolean) =>
  ({ spaceId, spaceName }: SpaceChange, { say }: Here) =>
    say({ type: 'joinAnswered', spaceId, spaceName, accepted });

const table = {
  CHANGE: refresh,
  CREATE: refresh,
  JOIN: refresh,
  async DELETE_ROOM(change, here) {
    await leaveRoom(change, here);
    here.refresh(change.spaceId);
  },
  DISSOLVE: leave('dissolved'),
  QUIT: leave('quit'),
  REMOVE: leave('removed'),
  JOIN_ASKED(change, here) {
    const { spaceId, spaceName, lastName } = change;
    here.say({ type: 'joinAsked', spaceId, spaceName, lastName });
    here.refresh(spaceId);
  },
  // JOIN brings the space itself.
  JOIN_ACCEPTED: answered(true),
  JOIN_DECLINED: answered(false),
} as const satisfies Record<SpaceOp, (change: SpaceChange, here: Here) => unknown>;

/**
 * Applies a notice about a space; one of a newer version is ignored. Must be called inside a transaction that holds
 * `rowTables`.
 */
export async function takeSpaceChange(op: unknown, change: SpaceChange, here: Here): Promise<void> {
  // Chats and groups outside spaces have an empty one: no notice may be about them all.
  if (change.spaceId === '') return;
  if (typeof op === 'string' && Object.hasOwn(table, op)) await table[op as SpaceOp](change, here);
}
