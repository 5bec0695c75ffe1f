// Writes rows of one conversation: messages, changes, system lines, its entry in the list, and the cursor.
import type { ChangeRow, ConversationRow, CursorRow, MessageRow } from '@amber/client/db';
import { countUnread } from '@amber/client/unread';
import type { Content, Row } from '@amber/proto';
import type { AccountContext } from '../kit/accountContext.ts';
import type { Command } from './command.ts';
import { applyCommand, hasLine } from './commands.ts';
import { applyDeviceControl } from './deviceControl.ts';
import { isGroupLoaded, peopleNamedIn, unknownMembersOf } from './people/members.ts';
import { isOwnChat } from './people/privateChats.ts';
import { recordSent } from './envelopeContext.ts';
import { isAwaitingApproval } from './deviceApproval.ts';
import { deletedAmong } from './deletedMessages.ts';
import { takeCommandsAhead } from './commandsAhead.ts';
import { withChanges } from './changes.ts';
import { type FollowUp, getIdentityRow } from '../keys/identityRows.ts';
import { enqueueFollowUps } from './enqueueFollowUps.ts';
import { createRowClassifier } from './rowClassifier.ts';
import { isSameDevice, type OpenedContent } from './messageOfRow.ts';
import { listingOf } from './listing.ts';
import { arrivedEvent } from './messageKinds.ts';
import { recordRequested, detectMissing } from './missing.ts';
import type { AfterCommit } from './write.ts';

interface RowWriteContext extends AfterCommit {
  fromHistory?: boolean;
}

export interface RowWriter {
  /** Writes rows of one conversation. Must be called inside `write`. */
  put(rows: readonly Row[], opened: readonly (OpenedContent | null)[], context: RowWriteContext): Promise<void>;
  /**
   * Stores the rows after the cursor and advances it. Returns null if a row before them is missing. Must be called
   * inside `write`.
   */
  append(
    rows: readonly Row[],
    opened: readonly (OpenedContent | null)[],
    context: RowWriteContext,
  ): Promise<CursorRow | null>;
}

export function createRowWriter({ db, me, now }: Pick<AccountContext, 'db' | 'me' | 'now'>): RowWriter {
  /** Records what this device has sent: its next envelopes name these messages, and requests now wait for an answer. */
  async function recordOwn(
    rows: readonly Row[],
    stored: readonly (MessageRow | ChangeRow | undefined)[],
    pendingOwn: readonly (Content | undefined)[],
  ): Promise<void> {
    const sent = rows.flatMap(({ id, sender, copy }, index) => {
      const to = stored[index]?.sealedFor;
      return to && copy === 'acked' && isSameDevice(sender, me) ? [{ id, to, at: now() }] : [];
    });
    if (sent.length > 0) await recordSent(db, rows[0]!.conversationId, sent);
    const requested = pendingOwn.flatMap((one) => (one?.cmdId === 'resendRequest' ? one.targets : []));
    if (requested.length > 0) await recordRequested(db, requested, now());
  }

  /** Returns the fields of the entry in the list that new messages and commands change. */
  async function listingAfter(
    conversation: ConversationRow,
    messages: readonly MessageRow[],
    commands: readonly Command[],
  ): Promise<Partial<ConversationRow>> {
    const last = messages.at(-1);
    const listedAt = Math.max(
      last?.createdAt ?? 0,
      ...commands.filter(({ cmdId }) => hasLine(cmdId)).map(({ at }) => at),
    );
    if (listedAt === 0) return {};
    // A message that is being sent stays the last one, as in the timeline.
    const isBehindQueued = conversation.last?.loading && !messages.some(({ id }) => id === conversation.last!.id);
    return {
      sortTime: Math.max(conversation.sortTime, listedAt),
      status: last || !isOwnChat(conversation, me) ? 'normal' : conversation.status,
      ...(!isBehindQueued && (last?.content.type || last?.unreadable) && (await listingOf(db, last))),
    };
  }

  /** Reports the people whom the rows name, if this device has fetched the group but does not know them. */
  async function reportUnknown(
    conversation: ConversationRow | undefined,
    messages: readonly MessageRow[],
    commands: readonly Command[],
    { reportUnknownMembers }: AfterCommit,
  ): Promise<void> {
    if (!conversation || !isGroupLoaded(conversation)) return;
    const people = new Set([...peopleNamedIn(messages), ...commands.flatMap(({ actor }) => actor || [])]);
    const unknownMembers = await unknownMembersOf(db, conversation.conversionId, [...people]);
    if (unknownMembers.length > 0) reportUnknownMembers(conversation.conversionId, unknownMembers);
  }

  async function put(
    rows: readonly Row[],
    opened: readonly (OpenedContent | null)[],
    context: RowWriteContext,
  ): Promise<void> {
    const { emit, requestResend, fromHistory = false } = context;
    const ids = rows.map(({ id }) => id);
    const [existing, changes, inOutbox, ahead, conversation, ownKey, awaitsApproval] = await Promise.all([
      db.messages.bulkGet(ids),
      db.changes.bulkGet(ids),
      db.outbox.bulkGet(ids),
      takeCommandsAhead(db, rows, me),
      db.conversations.get(rows[0]?.conversationId ?? ''),
      getIdentityRow(db, 'me'),
      isAwaitingApproval(db),
    ]);
    const pendingOwn = ids.map((id, index) => inOutbox[index]?.content ?? ahead.get(id));
    const keysCreatedAt = ownKey?.created ?? Infinity;
    const { edited, classify } = createRowClassifier({
      rows,
      opened,
      existing,
      changes,
      pendingOwn,
      conversation,
      me,
      keysCreatedAt,
      awaitsApproval,
    });
    const [targets, deleted] = await Promise.all([
      db.messages.bulkGet(edited),
      deletedAmong(db, rows[0]?.conversationId ?? '', [...ids, ...edited]),
    ]);
    const { messages, commands, controls, arrivals, peerReadId } = classify(targets, deleted, now(), context);
    await recordOwn(
      rows,
      existing.map((message, index) => message ?? changes[index]),
      pendingOwn,
    );
    const written = await withChanges(db, messages);
    const unread = written.filter((message) => message.unread && !existing.some((stored) => stored?.id === message.id));
    const count = countUnread(unread);
    await Promise.all([db.messages.bulkPut(written), db.outbox.bulkDelete(ids.filter((_, index) => inOutbox[index]))]);
    if (conversation)
      await db.conversations.put({
        ...conversation,
        ...(peerReadId && { peerReadSeq: await readTo(conversation, peerReadId) }),
        unread: conversation.unread + count.unread,
        mentions: conversation.mentions + count.mentions,
        lastOtherSeq: written.reduce(
          (last, { content, seq }) => (content.sender?.identifier === me.identifier ? last : Math.max(last, seq)),
          conversation.lastOtherSeq ?? 0,
        ),
        ...(!fromHistory && (await listingAfter(conversation, written, commands))),
      });
    for (const message of fromHistory ? [] : unread) emit(arrivedEvent(message));
    const followUps: FollowUp[] = [];
    const addFollowUp = (followUp: FollowUp) => void followUps.push(followUp);
    for (const control of controls) await applyDeviceControl(db, me, { ...control, conversation, emit, addFollowUp });
    await reportUnknown(conversation, written, commands, context);
    for (const command of commands)
      await applyCommand(command, { db, me, emit, addFollowUp, afterCommit: context.runSideEffects }, { fromHistory });
    if (
      conversation?.type === 'private' &&
      !fromHistory &&
      (await detectMissing(db, me, conversation, arrivals, now()))
    )
      requestResend();
    if (followUps.length === 0) return;
    // The follow-ups are stored in the same transaction as the rows that cause them: if the engine stopped now, they
    // would otherwise be lost.
    await enqueueFollowUps(db, followUps);
    context.processFollowUps();
  }

  /** Whether this device's cursor is right before this row, or beyond it. */
  const isContiguous = (
    cursor: CursorRow | undefined,
    { epoch, prevSeq }: Pick<Row, 'epoch' | 'prevSeq'>,
  ): cursor is CursorRow => cursor?.epoch === epoch && cursor.seq >= prevSeq;

  async function append(
    rows: readonly Row[],
    opened: readonly (OpenedContent | null)[],
    context: RowWriteContext,
  ): Promise<CursorRow | null> {
    const { conversationId } = rows[0]!;
    const cursor = await db.cursors.get(conversationId);
    if (!isContiguous(cursor, rows[0]!)) return null;
    const fresh = rows.filter(({ seq }) => seq > cursor.seq);
    if (fresh.length === 0) return cursor;
    const moved = { ...cursor, seq: fresh.at(-1)!.seq };
    // The cursor is written first, because a row may delete it with the conversation.
    await db.cursors.put(moved);
    await put(fresh, opened.slice(rows.length - fresh.length), context);
    return moved;
  }

  /**
   * Returns the other person's read position. Their envelope names the last message of this account that they have
   * read.
   */
  async function readTo({ conversionId, peerReadSeq }: ConversationRow, id: string): Promise<number> {
    const message = await db.messages.get(id);
    const isMine = message?.conversationId === conversionId && message.content.sender?.identifier === me.identifier;
    return Math.max(peerReadSeq, isMine ? message.seq : 0);
  }

  return { put, append };
}
