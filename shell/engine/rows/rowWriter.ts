// Writes rows of one conversation: messages, changes, system lines, its entry in the list, and the cursor.
import type { AccountDb, ConversationRow, CursorRow, MessageRow } from '@amber/client/db';
import { countUnread } from '@amber/client/unread';
import type { Device, Row } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { unreadableReasons } from '@amber/proto/unreadable';
import type { Command } from './command.ts';
import { applyCommand, hasLine } from './commands.ts';
import { applyDeviceControl } from './deviceControl.ts';
import { isGroupLoaded, peopleNamedIn, unknownMembersOf } from './people/members.ts';
import { isOwnChat } from './people/privateChats.ts';
import { problemEvent } from '../kit/problemEvent.ts';
import type { OpenedContent } from './openedContent.ts';
import { recordSent } from './envelopeContext.ts';
import { isAwaitingApproval } from './deviceApproval.ts';
import { takeCommandsAhead } from './commandsAhead.ts';
import { withChanges } from './changes.ts';
import { type FollowUp, enqueueFollowUps } from './enqueueFollowUps.ts';
import { editAsMessage, createRowClassifier, emptyContent } from './rowClassifier.ts';
import {
  confirmCommand,
  isSameDevice,
  isResendable,
  type OpenedRow,
  confirmMessage,
  toCommand,
  toMessage,
} from './messageOfRow.ts';
import { previewOf } from './messageKinds.ts';
import { type Arrival, isReceived, recordRequested, detectMissing } from './missing.ts';
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

export function createRowWriter({ db, me, now }: { db: AccountDb; me: Device; now(): number }): RowWriter {
  async function put(
    rows: readonly Row[],
    opened: readonly (OpenedContent | null)[],
    {
      emit,
      processFollowUps,
      runSideEffects: after,
      requestResend,
      reportUnknownMembers,
      fromHistory = false,
    }: RowWriteContext,
  ): Promise<void> {
    const [{ conversationId } = { conversationId: '' }] = rows;
    const ids = rows.map(({ id }) => id);
    const [existing, inOutbox, ahead, changes, conversation] = await Promise.all([
      db.messages.bulkGet(ids),
      db.outbox.bulkGet(ids),
      takeCommandsAhead(db, rows, me),
      db.changes.bulkGet(ids),
      db.conversations.get(conversationId),
    ]);
    const pendingOwn = ids.map((id, index) => inOutbox[index]?.content ?? ahead.get(id));
    const readSeq = conversation?.readSeq ?? 0;
    const keysCreatedAt = ((await db.identity.get('me')) as { created?: number } | undefined)?.created ?? Infinity;
    const awaitsApproval = await isAwaitingApproval(db);
    const classifier = createRowClassifier({ rows, opened, pendingOwn, existing, conversation, me, awaitsApproval });
    const targets = await db.messages.bulkGet(classifier.edited);
    const messages: MessageRow[] = [];
    const commands: Command[] = [];
    const controls: OpenedRow[] = [];
    const followUps: FollowUp[] = [];
    let peerReadId = '';
    const arrivals: Arrival[] = [];
    rows.forEach((row, index) => {
      const openedRow = classifier.placed(index, keysCreatedAt);
      const { content, fault: reason, envelope, untrusted, aside } = openedRow;
      arrivals.push({
        row,
        envelope: untrusted ? undefined : envelope,
        isReceived: content !== null && isReceived({ cmdId: content.cmdId, aside, fault: reason }),
      });
      const stored = existing[index];
      const lostAt = reason && { lostAt: now() };
      const logProblem = (code: string) => emit(problemEvent('row', new Fault(code), row.id));
      if (content === null) {
        if (stored) messages.push(confirmMessage(stored, row));
        else if (changes[index]) commands.push(confirmCommand(changes[index], row));
        else messages.push({ ...toMessage({ ...openedRow, content: emptyContent(row) }, me, readSeq), ...lostAt });
      } else {
        const readableRow = { ...openedRow, content };
        if (openedRow.envelope?.read && row.sender?.identifier !== me.identifier) peerReadId = openedRow.envelope.read;
        switch (classifier.handling(readableRow, targets)) {
          case 'command':
            commands.push({ ...toCommand(readableRow, me), ...lostAt });
            break;
          case 'control':
            controls.push(readableRow);
            break;
          case 'words':
            if (!stored) messages.push(toMessage(editAsMessage(readableRow), me, readSeq));
            break;
          case 'nothing':
            // A command without a copy for this device is normal.
            if (row.copy !== 'none') logProblem(reason ?? 'does_not_match');
            break;
          case 'message':
            messages.push(stored ? confirmMessage(stored, row) : { ...toMessage(readableRow, me, readSeq), ...lostAt });
        }
      }
      if (reason && !stored && isResendable(row, reason, me)) requestResend();
      if (reason && !stored && !unreadableReasons[reason].expected) logProblem(reason);
    });

    // The next envelopes of this device name these messages.
    const sent = rows.flatMap(({ id, sender, copy }, index) => {
      const to = (existing[index] ?? changes[index])?.sealedFor;
      return to && copy === 'acked' && isSameDevice(sender, me) ? [{ id, to, at: now() }] : [];
    });
    if (sent.length > 0) await recordSent(db, conversationId, sent);
    const requested = pendingOwn.flatMap((one) => (one?.cmdId === 'resendRequest' ? one.targets : []));
    if (requested.length > 0) await recordRequested(db, requested, now());

    const written = await withChanges(db, messages);
    const known = new Set(existing.flatMap((stored) => stored?.id ?? []));
    const unread = written.filter((message) => message.unread && !known.has(message.id));
    const last = written.at(-1);
    const listedAt = Math.max(
      last?.createdAt ?? 0,
      ...commands.filter(({ cmdId }) => hasLine(cmdId)).map(({ at }) => at),
    );
    const count = countUnread(unread);
    await Promise.all([
      db.messages.bulkPut(written),
      db.outbox.bulkDelete(ids.filter((_, index) => inOutbox[index])),
      conversation &&
        db.conversations.put({
          ...conversation,
          ...(peerReadId && { peerReadSeq: await readTo(conversation, peerReadId) }),
          unread: conversation.unread + count.unread,
          mentions: conversation.mentions + count.mentions,
          ...(!fromHistory &&
            listedAt > 0 && {
              sortTime: Math.max(conversation.sortTime, listedAt),
              status: last || !isOwnChat(conversation, me) ? ('normal' as const) : conversation.status,
              ...((last?.content.type || last?.unreadable) && previewOf(last)),
            }),
        }),
    ]);
    for (const { id, content, ...message } of fromHistory ? [] : unread) {
      emit({
        type: 'messageArrived',
        conversationId,
        id,
        from: content.sender?.identifier ?? '',
        ...previewOf({ content, ...message }),
      });
    }
    for (const control of controls)
      await applyDeviceControl(db, me, { ...control, conversation, emit, addFollowUp: (what) => followUps.push(what) });
    if (conversation && isGroupLoaded(conversation)) {
      const people = new Set([...peopleNamedIn(written), ...commands.flatMap(({ actor }) => actor || [])]);
      const unknownMembers = await unknownMembersOf(db, conversationId, [...people]);
      if (unknownMembers.length > 0) reportUnknownMembers(conversationId, unknownMembers);
    }
    const groups = new Set<string>();
    for (const command of commands)
      await applyCommand(
        command,
        { db, me, emit, refreshGroup: (id) => groups.add(id), afterCommit: after },
        { fromHistory },
      );
    if (
      conversation?.type === 'private' &&
      !fromHistory &&
      (await detectMissing(db, me, conversation, arrivals, now()))
    )
      requestResend();
    followUps.push(...[...groups].map((id): FollowUp => ({ kind: 'group', id })));
    if (followUps.length === 0) return;
    // The follow-ups are stored in the same transaction as the rows that cause them: if the engine stopped now, they
    // would otherwise be lost.
    await enqueueFollowUps(db, followUps);
    processFollowUps();
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
