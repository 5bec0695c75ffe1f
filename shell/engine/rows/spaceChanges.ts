// The gateway's notices about a space, and the effect of each on a device: one table.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Device } from '@amber/proto';
import { deleteConversation } from './deleteConversation.ts';

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

interface SpaceContext {
  db: AccountDb;
  me: Device;
  /** Passing news, emitted after the commit. */
  emit(event: EngineEvent): void;
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
  { db, emit, me }: Pick<SpaceContext, 'db' | 'emit' | 'me'>,
): Promise<void> {
  const [space, rooms] = await Promise.all([db.spaces.get(spaceId), db.conversations.where({ spaceId }).primaryKeys()]);
  if (!space && rooms.length === 0) return;
  await Promise.all([
    db.spaces.delete(spaceId),
    ...rooms.map((conversationId) => deleteConversation(db, conversationId, how === 'dissolved' ? me : undefined)),
  ]);
  emit({ type: 'spaceLeft', spaceId, name: space?.spaceName ?? '', how, by });
}

/** A room that was deleted, or is hidden from me. Must be called inside a transaction that holds `rowTables`. */
export async function leaveRoom(
  { spaceId, conversationId, by }: Pick<SpaceChange, 'spaceId' | 'conversationId' | 'by'>,
  { db, emit }: Pick<SpaceContext, 'db' | 'emit'>,
): Promise<void> {
  const room = await db.conversations.get(conversationId);
  if (room?.spaceId !== spaceId || room.type === 'private') return;
  await deleteConversation(db, conversationId);
  emit({ type: 'conversationLeft', conversationId, spaceId, name: room.name, how: 'roomGone', by });
}

const refresh = ({ spaceId }: SpaceChange, context: SpaceContext) => context.refresh(spaceId);
const leaveFor = (how: SpaceLeft['how']) => (change: SpaceChange, context: SpaceContext) =>
  leaveSpace(how, change, context);

const emitJoinAnswered =
  (accepted: boolean) =>
  ({ spaceId, spaceName }: SpaceChange, { emit }: SpaceContext) =>
    emit({ type: 'joinAnswered', spaceId, spaceName, accepted });

const handlers = {
  CHANGE: refresh,
  CREATE: refresh,
  JOIN: refresh,
  async DELETE_ROOM(change, context) {
    await leaveRoom(change, context);
    context.refresh(change.spaceId);
  },
  DISSOLVE: leaveFor('dissolved'),
  QUIT: leaveFor('quit'),
  REMOVE: leaveFor('removed'),
  JOIN_ASKED(change, context) {
    const { spaceId, spaceName, lastName } = change;
    context.emit({ type: 'joinAsked', spaceId, spaceName, lastName });
    context.refresh(spaceId);
  },
  // JOIN brings the space itself.
  JOIN_ACCEPTED: emitJoinAnswered(true),
  JOIN_DECLINED: emitJoinAnswered(false),
} as const satisfies Record<SpaceOp, (change: SpaceChange, context: SpaceContext) => unknown>;

/**
 * Applies a notice about a space; one of a newer version is ignored. Must be called inside a transaction that holds
 * `rowTables`.
 */
export async function applySpaceChange(op: unknown, change: SpaceChange, context: SpaceContext): Promise<void> {
  // Chats and groups outside spaces have an empty one: no notice may be about them all.
  if (change.spaceId === '') return;
  if (typeof op === 'string' && Object.hasOwn(handlers, op)) await handlers[op as SpaceOp](change, context);
}
