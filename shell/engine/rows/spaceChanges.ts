// The gateway's notices about a space, and the effect of each on a device, in one table.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountContext } from '../kit/accountContext.ts';
import { deleteConversation } from './deleteConversation.ts';

interface SpaceChange {
  spaceId: string;
  /** The affected room; empty if the notice is about the space. */
  conversationId: string;
  /** The account that made the change. */
  by: string;
  /** For notices about a request to join: the names of the space and of the requester. */
  spaceName: string;
  lastName: string;
}

/** `emit` emits an event after the commit. */
interface SpaceContext extends Pick<AccountContext, 'db' | 'me' | 'emit'> {
  /** Requests the space and its rooms after the commit. */
  refresh(spaceId: string): void;
}

type SpaceLeft = Extract<EngineEvent, { type: 'spaceLeft' }>;

/**
 * This account is no longer a member: deletes the space and its rooms, with their messages and members. Must be called
 * inside a transaction that holds `rowTables`.
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

/**
 * Deletes a room that no longer exists or is hidden from this account. Must be called inside a transaction that holds
 * `rowTables`.
 */
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

/** By operation: on a space, or on this account's membership. */
const handlers: Record<string, (change: SpaceChange, context: SpaceContext) => unknown> = {
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
  async JOIN_ASKED({ spaceId, spaceName, lastName, by }, context) {
    const remark = (await context.db.contacts.get(by))?.remarkName;
    context.emit({ type: 'joinAsked', spaceId, spaceName, lastName: remark || lastName });
    context.refresh(spaceId);
  },
  // The notice JOIN refreshes the space itself.
  JOIN_ACCEPTED: emitJoinAnswered(true),
  JOIN_DECLINED: emitJoinAnswered(false),
};

/**
 * Applies a notice about a space; an operation of a newer version is ignored. Must be called inside a transaction that
 * holds `rowTables`.
 */
export async function applySpaceChange(op: unknown, change: SpaceChange, context: SpaceContext): Promise<void> {
  // Chats and groups outside of spaces have an empty space id: a notice must not affect all of them.
  if (change.spaceId === '') return;
  if (typeof op === 'string' && Object.hasOwn(handlers, op)) await handlers[op]!(change, context);
}
