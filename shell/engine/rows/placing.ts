// Writes rows of one conversation: messages, changes and lines, the list's entry, the cursor past them.
import type { AccountDb, ConversationRow, CursorRow, MessageRow } from '@amber/client/db';
import { countUnread } from '@amber/client/unread';
import type { Device, Row } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { unreadableReasons } from '@amber/proto/unreadable';
import type { Command } from './command.ts';
import { carryOut, isShown } from './commands.ts';
import { takeControl } from './deviceControl.ts';
import { isOpened, peopleIn, unknownOf } from './people/members.ts';
import { isOwnChat } from './people/privateChats.ts';
import { problemEvent } from '../kit/problemEvent.ts';
import type { Opened } from './opened.ts';
import { noteSent } from './marks.ts';
import { waitsForApproval } from './standing.ts';
import { takeAhead } from './ahead.ts';
import { withChanges } from './changes.ts';
import { type FollowUp, noteFollowUps } from './noteFollowUps.ts';
import { asWords, createJudge, emptyContent } from './judge.ts';
import { commandOf, isSame, isToAskFor, type Placed, settled, toCommand, toMessage } from './messageOfRow.ts';
import { previewOf } from './messageKinds.ts';
import { type Came, fills, noteRequested, noticeMissing } from './missing.ts';
import type { After } from './write.ts';

interface Writing extends After {
  fromHistory?: boolean;
}

export interface Placing {
  /** Writes rows of one conversation. Must be called inside `write`. */
  put(rows: readonly Row[], opened: readonly (Opened | null)[], writing: Writing): Promise<void>;
  /**
   * Stores what follows the cursor, and moves it; null where something before it is missing. Must be called inside
   * `write`.
   */
  append(rows: readonly Row[], opened: readonly (Opened | null)[], writing: Writing): Promise<CursorRow | null>;
}

export function createPlacing({ db, me, now }: { db: AccountDb; me: Device; now(): number }): Placing {
  async function put(
    rows: readonly Row[],
    opened: readonly (Opened | null)[],
    { tell, followUp: follows, follow: after, requestResend, unknown, fromHistory = false }: Writing,
  ): Promise<void> {
    const [{ conversationId } = { conversationId: '' }] = rows;
    const ids = rows.map(({ id }) => id);
    const [existing, inOutbox, ahead, changes, conversation] = await Promise.all([
      db.messages.bulkGet(ids),
      db.outbox.bulkGet(ids),
      takeAhead(db, rows, me),
      db.changes.bulkGet(ids),
      db.conversations.get(conversationId),
    ]);
    const waiting = ids.map((id, index) => inOutbox[index]?.content ?? ahead.get(id));
    const readSeq = conversation?.readSeq ?? 0;
    const keysMade = ((await db.identity.get('me')) as { created?: number } | undefined)?.created ?? Infinity;
    const waits = await waitsForApproval(db);
    const judge = createJudge({ rows, opened, waiting, existing, conversation, me, waits });
    const targets = await db.messages.bulkGet(judge.edited);
    const messages: MessageRow[] = [];
    const commands: Command[] = [];
    const controls: Placed[] = [];
    const toFollow: FollowUp[] = [];
    let peerReadTo = '';
    const came: Came[] = [];
    rows.forEach((row, index) => {
      const placed = judge.placed(index, keysMade);
      const { content, fault: reason, said: sealed, untrusted, aside } = placed;
      came.push({
        row,
        said: untrusted ? undefined : sealed,
        fills: content !== null && fills({ cmdId: content.cmdId, aside, fault: reason }),
      });
      const here = existing[index];
      const lostAt = reason && { lostAt: now() };
      const trouble = (code: string) => tell(problemEvent('row', new Fault(code), row.id));
      if (content === null) {
        if (here) messages.push(settled(here, row));
        else if (changes[index]) commands.push(commandOf(changes[index], row));
        else messages.push({ ...toMessage({ ...placed, content: emptyContent(row) }, me, readSeq), ...lostAt });
      } else {
        const said = { ...placed, content };
        if (placed.said?.read && row.sender?.identifier !== me.identifier) peerReadTo = placed.said.read;
        switch (judge.handling(said, targets)) {
          case 'command':
            commands.push({ ...toCommand(said, me), ...lostAt });
            break;
          case 'control':
            controls.push(said);
            break;
          case 'words':
            if (!here) messages.push(toMessage(asWords(said), me, readSeq));
            break;
          case 'nothing':
            // A command without a copy for this device is normal.
            if (row.copy !== 'none') trouble(reason ?? 'does_not_match');
            break;
          case 'message':
            messages.push(here ? settled(here, row) : { ...toMessage(said, me, readSeq), ...lostAt });
        }
      }
      if (reason && !here && isToAskFor(row, reason, me)) requestResend();
      if (reason && !here && !unreadableReasons[reason].expected) trouble(reason);
    });

    // Named in what this device seals next.
    const sent = rows.flatMap(({ id, sender, copy }, index) => {
      const to = (existing[index] ?? changes[index])?.sealedFor;
      return to && copy === 'acked' && isSame(sender, me) ? [{ id, to, at: now() }] : [];
    });
    if (sent.length > 0) await noteSent(db, conversationId, sent);
    const requested = waiting.flatMap((one) => (one?.cmdId === 'resendRequest' ? one.targets : []));
    if (requested.length > 0) await noteRequested(db, requested, now());

    const written = await withChanges(db, messages);
    const known = new Set(existing.flatMap((here) => here?.id ?? []));
    const unread = written.filter((message) => message.unread && !known.has(message.id));
    const last = written.at(-1);
    const shownAt = Math.max(
      last?.createdAt ?? 0,
      ...commands.filter(({ cmdId }) => isShown(cmdId)).map(({ at }) => at),
    );
    const count = countUnread(unread);
    await Promise.all([
      db.messages.bulkPut(written),
      db.outbox.bulkDelete(ids.filter((_, index) => inOutbox[index])),
      conversation &&
        db.conversations.put({
          ...conversation,
          ...(peerReadTo && { peerReadSeq: await readTo(conversation, peerReadTo) }),
          unread: conversation.unread + count.unread,
          mentions: conversation.mentions + count.mentions,
          ...(!fromHistory &&
            shownAt > 0 && {
              sortTime: Math.max(conversation.sortTime, shownAt),
              status: last || !isOwnChat(conversation, me) ? ('normal' as const) : conversation.status,
              ...((last?.content.type || last?.unreadable) && previewOf(last)),
            }),
        }),
    ]);
    for (const { id, content, ...message } of fromHistory ? [] : unread) {
      tell({
        type: 'messageArrived',
        conversationId,
        id,
        from: content.sender?.identifier ?? '',
        ...previewOf({ content, ...message }),
      });
    }
    for (const control of controls)
      await takeControl(db, me, { ...control, conversation, tell, follow: (what) => toFollow.push(what) });
    if (conversation && isOpened(conversation)) {
      const people = new Set([...peopleIn(written), ...commands.flatMap(({ actor }) => actor || [])]);
      const strangers = await unknownOf(db, conversationId, [...people]);
      if (strangers.length > 0) unknown(conversationId, strangers);
    }
    const groups = new Set<string>();
    for (const command of commands)
      await carryOut(command, { db, me, say: tell, refreshGroup: (id) => groups.add(id), after }, { fromHistory });
    if (conversation?.type === 'private' && !fromHistory && (await noticeMissing(db, me, conversation, came, now())))
      requestResend();
    toFollow.push(...[...groups].map((id): FollowUp => ({ kind: 'group', id })));
    if (toFollow.length === 0) return;
    // In the same transaction as the rows that cause it: an engine that stops now would not learn of it again.
    await noteFollowUps(db, toFollow);
    follows();
  }

  /** Whether this device's cursor is right before this place, or beyond it. */
  const reaches = (
    cursor: CursorRow | undefined,
    { epoch, prevSeq }: Pick<Row, 'epoch' | 'prevSeq'>,
  ): cursor is CursorRow => cursor?.epoch === epoch && cursor.seq >= prevSeq;

  async function append(
    rows: readonly Row[],
    opened: readonly (Opened | null)[],
    writing: Writing,
  ): Promise<CursorRow | null> {
    const { conversationId } = rows[0]!;
    const cursor = await db.cursors.get(conversationId);
    if (!reaches(cursor, rows[0]!)) return null;
    const fresh = rows.filter(({ seq }) => seq > cursor.seq);
    if (fresh.length === 0) return cursor;
    const moved = { ...cursor, seq: fresh.at(-1)!.seq };
    // The cursor first: a row may delete it, with the conversation.
    await db.cursors.put(moved);
    await put(fresh, opened.slice(rows.length - fresh.length), writing);
    return moved;
  }

  /** How far the other has read, sealed by them: up to this message of mine. */
  async function readTo({ conversionId, peerReadSeq }: ConversationRow, id: string): Promise<number> {
    const message = await db.messages.get(id);
    const isMine = message?.conversationId === conversionId && message.content.sender?.identifier === me.identifier;
    return Math.max(peerReadSeq, isMine ? message.seq : 0);
  }

  return { put, append };
}
