// The effect of each system command on a device, in one table. It depends on the sender and on the people named.
import { type AccountDb, callIndex, type ChangeRow, type MemberRow, type MessageRow } from '@amber/client/db';
import { readBody, type SystemBody } from '@amber/proto/bodies';
import { type PersonNamed, type SystemCommand, systemCommands } from '@amber/proto/systemCommands';
import { reapplyChanges } from './changes.ts';
import { listingOf } from './listing.ts';
import { arrivedEvent } from './messageKinds.ts';
import { newReadMessage } from './messageOfRow.ts';
import type { MissingMessage } from '../keys/identityRows.ts';
import { missingMessages, dismissMissing, resolveMissing } from './missing.ts';
import { newContent } from './newContent.ts';
import { remarksOf } from './people/contacts.ts';
import { enqueueFileRelease, fileUriOf } from './fileReleaseQueue.ts';
import { setBotState } from './people/bots.ts';
import { changeMembers, countMembers } from './people/members.ts';
import type { Command, CommandContext } from './command.ts';
import { deleteHistoryBefore, leaveConversation } from './deleteConversation.ts';
import { putSystemLine, appendSystemLine } from './systemLines.ts';
import { defaultUserSetting } from './defaultUserSetting.ts';
import { maySwitchSealing, switchSealing } from './sealingSwitch.ts';

interface Handler {
  /** Whether the command is valid here. An invalid one leaves no system line either. */
  isValid?(command: Command, context: CommandContext): boolean | Promise<boolean>;
  /** The kind of change that it makes to messages. */
  change?: ChangeRow['kind'];
  /** Its immediate effect, which is not repeated for a command read in the history. */
  effect?(command: Command, context: CommandContext): unknown;
  /** Its effect that also applies to a command read in the history. */
  always?(command: Command, context: CommandContext): unknown;
}

const bodyOf = ({ message }: Command) => readBody(message);

const isPersonNamed = (value: unknown): value is PersonNamed => {
  const { identifier, lastName, avatar } = (value ?? {}) as Partial<PersonNamed>;
  return [identifier, lastName, avatar].every((field) => typeof field === 'string');
};

/** Returns the people whom the gateway has named in the body. */
const membersInBody = (command: Command): PersonNamed[] => {
  const { members } = bodyOf(command);
  return Array.isArray(members) ? members.filter(isPersonNamed) : [];
};

/** Creates the row of a person of whom this device knows only what the gateway has named. */
const memberOf = (
  conversationId: string,
  { identifier, lastName = '', avatar = '' }: Partial<PersonNamed> & { identifier: string },
  spaceId = '',
  remarkName = '',
): MemberRow => ({
  conversionId: conversationId,
  spaceId,
  identifier,
  avatar,
  lastName,
  groupNickname: '',
  remarkName,
  role: 'member',
  left: false,
});

/**
 * People already known keep their data. If this account is the one who joined, all others are new here, so the whole
 * group is requested.
 */
async function addMembers(command: Command, { db, me, addFollowUp }: CommandContext): Promise<void> {
  const { conversationId, cmdId, actor } = command;
  const named = membersInBody(command);
  const remarks = await remarksOf(
    db,
    named.map(({ identifier }) => identifier),
  );
  const spaceId = (await db.conversations.get(conversationId))?.spaceId ?? '';
  const joining = new Map(
    named.map((person) => [
      person.identifier,
      memberOf(conversationId, person, spaceId, remarks.get(person.identifier)),
    ]),
  );
  await changeMembers(db, command, [...joining.keys()], (existing, identifier) => {
    if (existing && !existing.left) return undefined;
    const role = cmdId === 'createGroup' && identifier === actor ? 'owner' : 'member';
    return { ...joining.get(identifier)!, groupNickname: existing?.groupNickname ?? '', role };
  });
  await countMembers(db, command, joining.size);
  const isJoining = joining.has(me.identifier);
  // A new member of a space sees the earlier messages in its rooms.
  const seesHistory = spaceId !== '' && cmdId === 'joinMember';
  if (isJoining && !seesHistory) await deleteHistoryBefore(db, conversationId, command.seq);
  // The command does not name all members.
  if (cmdId === 'createGroup' || isJoining) addFollowUp({ kind: 'group', id: conversationId });
}

/** Former members stay stored, because their messages still show their names. */
async function markLeft(command: Command, identifiers: readonly string[], { db }: CommandContext): Promise<void> {
  const leaving = [...new Set(identifiers)];
  const named = new Map(membersInBody(command).map((person) => [person.identifier, person]));
  await changeMembers(db, command, leaving, (existing, identifier) => ({
    ...(existing ?? memberOf(command.conversationId, named.get(identifier) ?? { identifier })),
    role: 'member',
    left: true,
  }));
  await countMembers(db, command, -leaving.length);
}

const setUserSetting =
  (field: 'groupRemark' | 'anonymous') =>
  async (command: Command, { db }: CommandContext) => {
    const value = bodyOf(command)[field];
    const conversation = await db.conversations.get(command.conversationId);
    if (!conversation || typeof value !== typeof defaultUserSetting[field]) return;
    const userSetting = { ...defaultUserSetting, ...conversation.userSetting };
    await db.conversations.update(command.conversationId, { userSetting: { ...userSetting, [field]: value } });
  };

/**
 * Stores a resent message that could not be decrypted or did not arrive. It appears at its original position; an edit
 * or a reaction takes effect as if it had arrived then.
 */
async function applyResend(command: Command, context: CommandContext): Promise<void> {
  const { db } = context;
  const { type, message, about } = bodyOf(command);
  const [id = ''] = command.targets;
  if (!command.sealed || typeof type !== 'string') return;
  const [row, change, [missing]] = await Promise.all([
    db.messages.get(id),
    db.changes.get(id),
    missingMessages(db, [id]),
  ]);
  // Only the same device is the author, not another device of the same account.
  const isAuthor = (identifier = '', deviceId = '') => identifier === command.actor && deviceId === command.device;
  const isMissing =
    missing?.conversationId === command.conversationId && isAuthor(missing.sender.identifier, missing.sender.deviceId);
  if (isMissing && type === '') return dismissMissing(db, missing);
  if (typeof message !== 'string' || type === '' || type === 'system') return;
  if (isMissing) await resolveMissing(db, [missing]);
  // An unencrypted row with this id is not the missing message; the encrypted one replaces it.
  if (isMissing && !change && (!row || row.aside === 1))
    return insertMissing(missing, { type, message, about }, command, context);
  const isHere = (row ?? change)?.conversationId === command.conversationId;
  if (!isHere) return;
  if (
    row?.unreadable &&
    row.unreadable !== 'does_not_match' &&
    isAuthor(row.content.sender?.identifier, row.content.sender?.deviceId)
  ) {
    const { unreadable: _, lostAt: __, ...rest } = row;
    await putRecovered(
      { ...rest, copy: 'acked', form: 1, content: { ...row.content, type, message, encrypted: true } },
      context,
    );
  } else if (change?.lost && isAuthor(change.by, change.lost) && type === change.kind) {
    const { lost: _, lostAt: __, ...rest } = change;
    await db.changes.put({ ...rest, message });
    await reapplyChanges(db, change.conversationId, [change.target]);
  }
}

/** Stores a message or change that never arrived, at the position where it was missed. */
async function insertMissing(
  { id, conversationId, sender, at, order }: MissingMessage,
  { type, message, about }: { type: string; message: string; about: unknown },
  command: Command,
  context: CommandContext,
): Promise<void> {
  const { db } = context;
  const kind = type === 'withdraw' || type === 'edit' || type === 'reaction' ? type : undefined;
  if (kind && typeof about === 'string')
    return putChange(db, { ...command, id, targets: [about], at, message, order }, kind);
  if (kind) return;
  const { seq, order: storedOrder } = (await db.messages.get(id)) ?? { seq: Math.floor(order), order };
  const content = newContent({ id, type, message, sender, timestamp: at, encrypted: true });
  await putRecovered({ ...newReadMessage(content, conversationId, seq, at), order: storedOrder, form: 1 }, context);
}

/** A recovered message was not counted as unread when its row arrived. It is now, if it is beyond the read position. */
async function putRecovered(message: MessageRow, { db, me, emit }: CommandContext): Promise<void> {
  const { id, conversationId, content, isRead, seq } = message;
  await db.messages.put(message);
  await reapplyChanges(db, conversationId, [id]);
  const [updated, conversation] = await Promise.all([db.messages.get(id), db.conversations.get(conversationId)]);
  const isMine = content.sender?.identifier === me.identifier;
  if (!updated || !conversation || !isRead || isMine || updated.withdrawn || seq <= conversation.readSeq) return;
  await db.messages.put({ ...updated, isRead: false, unread: 1 });
  await db.conversations.update(conversationId, { unread: conversation.unread + 1 });
  emit(arrivedEvent(updated));
}

/**
 * Queues the file of a withdrawn own message for release, because nobody may keep it. Messages that the gateway has not
 * yet accepted are not handled here.
 */
async function releaseFile(command: Command, { db, me, afterCommit }: CommandContext): Promise<void> {
  const [id = ''] = command.targets;
  const message = await db.messages.get(id);
  if (!message?.withdrawn || message.content.sender?.identifier !== me.identifier || fileUriOf(message) === '') return;
  await enqueueFileRelease(db, fileUriOf(message));
  afterCommit(command);
}

/** Passes the command on to pages; nothing is stored. */
const emitCommand = ({ cmdId, actor, conversationId, message }: Command, { emit }: CommandContext) =>
  emit({ type: 'command', cmdId, identifier: actor, conversationId, body: message });

/** Lists a call among all calls of this account. The key begins with the time, by which they are read. */
async function indexCall({ id, conversationId, actor, at, seq, order }: Command, { db }: CommandContext) {
  const key = `call ${String(at).padStart(16, '0')} ${id}`;
  const message = JSON.stringify({ callId: id });
  await db.changes.put({
    id: key,
    conversationId,
    target: callIndex,
    kind: 'call',
    by: actor,
    at,
    message,
    seq,
    order,
  });
}

/**
 * Writes the result of a call into its line, which replaces what the call was offered with. So the gateway can close only
 * a call whose offer this device has, and each call once. That it was a video call stays in the line, because it is
 * called back as one.
 */
async function completeCall(command: Command, { db, me }: CommandContext): Promise<void> {
  const { callId, outcome, duration } = bodyOf(command);
  const line = await db.messages.get(String(callId));
  if (line?.conversationId !== command.conversationId) return;
  const body = readBody(line.content.message) as Partial<SystemBody>;
  const { originMessage: origin } = body;
  if (origin?.cmdId !== 'callOffer' || !origin.body['sdp']) return;
  const isVideo = origin.body['video'] === true;
  origin.body = { outcome, duration, ...(isVideo && { video: true }) };
  const completed = { ...line, content: { ...line.content, message: JSON.stringify(body) } };
  await db.messages.put(completed);
  if (outcome === 'missed' && origin.actor !== me.identifier) await listMissedCall(completed, db);
}

/** Shows a missed call in the list of chats. It counts as unread, unless this account has seen that the chat rang. */
async function listMissedCall(line: MessageRow, db: AccountDb): Promise<void> {
  const conversation = await db.conversations.get(line.conversationId);
  if (!conversation) return;
  const { last, readSeq, unread, lastOtherSeq = 0 } = conversation;
  const isUnread = line.seq > readSeq;
  if (isUnread) await db.messages.put({ ...line, isRead: false, unread: 1 });
  // What is being sent has no position yet, and comes after the call.
  const isNewest = !last || (last.seq > 0 && last.seq < line.seq);
  await db.conversations.update(line.conversationId, {
    ...(isNewest && (await listingOf(db, line))),
    ...(isUnread && { unread: unread + 1, lastOtherSeq: Math.max(lastOtherSeq, line.seq) }),
  });
}

export const systemHandlers = {
  createGroup: { effect: addMembers },
  inviteMember: { effect: addMembers },
  joinMember: { effect: addMembers },
  deleteMember: {
    async effect(command, context) {
      if (command.targets.includes(context.me.identifier)) return leaveConversation('removed', command, context);
      await markLeft(command, command.targets, context);
    },
  },
  quitMember: {
    async effect(command, context) {
      if (command.actor === context.me.identifier) return leaveConversation('quit', command, context);
      if (command.actor) await markLeft(command, [command.actor], context);
    },
  },
  dismissGroup: { effect: (command, context) => leaveConversation('dismissed', command, context) },
  handOver: {
    async effect(command, { db }) {
      const {
        conversationId,
        targets: [newOwner = ''],
        actor,
      } = command;
      const named = new Map(membersInBody(command).map((person) => [person.identifier, person]));
      await changeMembers(db, command, [newOwner, actor], (existing, identifier) => {
        const known = named.get(identifier);
        const row = existing ?? (known && memberOf(conversationId, known));
        return row && { ...row, role: identifier === newOwner ? 'owner' : 'member' };
      });
    },
  },
  groupName: {
    async effect(command, { db }) {
      const { name } = bodyOf(command);
      if (typeof name === 'string') await db.conversations.update(command.conversationId, { name });
    },
  },
  groupAvatar: {
    async effect(command, { db }) {
      const { avatar } = bodyOf(command);
      if (typeof avatar === 'string') await db.conversations.update(command.conversationId, { avatar });
    },
  },
  groupSetting: {
    async effect(command, { db }) {
      const { supportAnonymous, visibility } = bodyOf(command);
      await db.conversations.update(command.conversationId, {
        groupSetting: { supportAnonymous: supportAnonymous === true, visibility: visibility === true },
      });
    },
  },
  nickname: {
    async effect(command, { db }) {
      const { nickname } = bodyOf(command);
      if (typeof nickname === 'string')
        await changeMembers(
          db,
          command,
          [command.actor],
          (existing) => existing && { ...existing, groupNickname: nickname },
        );
    },
  },
  withdraw: { change: 'withdraw', always: releaseFile },
  edit: { change: 'edit' },
  reaction: { change: 'reaction' },
  // Only the bot that wrote the message can end its stream: see `applyChanges`.
  streamEnd: { change: 'streamEnd' },
  waitConnect: { effect: ({ conversationId }, { db }) => setBotState(db, conversationId, 'man') },
  agentConnect: { effect: ({ conversationId }, { db }) => setBotState(db, conversationId, 'man') },
  switchedToAi: { effect: ({ conversationId }, { db }) => setBotState(db, conversationId, 'AI') },
  slap: {},
  encrypt: {
    isValid: maySwitchSealing,
    effect: switchSealing,
  },
  resendRequest: { effect: (command, { afterCommit }) => command.sealed && afterCommit(command) },
  resend: { always: applyResend },
  syncRequest: {}, // exchanged between own devices: see deviceControl.ts
  syncHistory: {},
  ownDevices: {},
  callOffer: { always: indexCall },
  callAnswer: { effect: emitCommand },
  callEnd: { always: completeCall },

  groupRemark: { effect: setUserSetting('groupRemark') },
  anonymous: { effect: setUserSetting('anonymous') },
  addFriend: { effect: emitCommand },
  contactDelete: {}, // the contactChange notice of the contact covers it
  userDeviceChange: {
    effect: ({ actor }, { db }) => db.bundles.where({ identifier: actor }).delete(),
  },
  callInfo: { effect: completeCall },
  newMemory: { effect: emitCommand },
  aiUsageExhausted: {
    async effect(command, context) {
      const { conversationId } = command;
      const pendingAnswers = await context.db.messages
        .where({ conversationId })
        .filter(({ content, pending }) => pending && content.sender?.identifier !== context.me.identifier)
        .primaryKeys();
      await context.db.messages.bulkDelete(pendingAnswers);
      emitCommand(command, context);
    },
  },
} as const satisfies Record<SystemCommand, Handler>;

/** Whether this build knows the received command. */
const isKnown = (cmdId: string): cmdId is SystemCommand => Object.hasOwn(systemCommands, cmdId);

/** Whether the command leaves a system line and moves its conversation up in the list. */
export const hasLine = (cmdId: string): boolean => isKnown(cmdId) && systemCommands[cmdId].line;

/**
 * Applies a command inside the caller's transaction, which holds `rowTables`. With `fromHistory` it took effect long
 * ago, so only its visible traces are written.
 */
export async function applyCommand(
  command: Command,
  context: CommandContext,
  { fromHistory = false } = {},
): Promise<void> {
  if (!isKnown(command.cmdId)) return;
  const handler: Handler = systemHandlers[command.cmdId];
  if (handler.isValid && !fromHistory && !(await handler.isValid(command, context))) return;
  if (hasLine(command.cmdId) && command.conversationId)
    await (command.seq > 0 ? putSystemLine : appendSystemLine)(context.db, command);
  if (handler.change) await putChange(context.db, command, handler.change);
  await handler.always?.(command, context);
  if (!fromHistory) await handler.effect?.(command, context);
}

/** Stores the command as a change of its first target, under the command's own id, and applies it to that message. */
async function putChange(
  db: AccountDb,
  { id, conversationId, targets, actor, at, message, lost, lostAt, seq, order, sealedFor }: Command,
  kind: ChangeRow['kind'],
) {
  const [target] = targets;
  if (!target) return;
  const [existing, conversation] = await Promise.all([db.changes.get(id), db.conversations.get(conversationId)]);
  if (existing && (existing.conversationId !== conversationId || existing.by !== actor)) return;
  await db.changes.put({
    id,
    conversationId,
    target,
    kind,
    by: actor,
    at,
    message,
    seq,
    order,
    ...(lost && { lost }),
    ...(lostAt !== undefined && { lostAt }),
    ...(conversation?.type === 'private' && { ofAuthor: 1 as const }),
    ...((sealedFor ?? existing?.sealedFor) && { sealedFor: (sealedFor ?? existing?.sealedFor)! }),
  });
  await reapplyChanges(db, conversationId, [target]);
}
