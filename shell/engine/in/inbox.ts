// Stores the gateway's data about conversations in the database, once and in order.
import type { CursorRow } from '@amber/client/db';
import { countUnread } from '@amber/client/unread';
import type { Content, Row, SyncReply_Part } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { type Observable, Subject } from 'rxjs';
import type { AccountContext } from '../kit/accountContext.ts';
import { lazyImport } from '../kit/lazyImport.ts';
import { applyCommand } from '../rows/commands.ts';
import { deleteHistoryBefore } from '../rows/deleteConversation.ts';
import { problemEvent } from '../kit/problemEvent.ts';
import type { Sealer } from '../sealing/sealer.ts';
import { recordSent } from '../rows/envelopeContext.ts';
import { type ConversationRows, createConversationRows } from '../rows/conversationRows.ts';
import { putIdentityRow } from '../keys/identityRows.ts';
import { addGap } from '../rows/cursor.ts';
import { confirmCommand, confirmMessage } from '../rows/messageOfRow.ts';
import { openRows } from './openRows.ts';
import { putDeleted } from '../rows/deletedMessages.ts';
import { createRowWriter } from '../rows/rowWriter.ts';
import { recountUnread } from '../rows/unreadCount.ts';
import { relist } from '../rows/listing.ts';
import { type AfterCommit, createWrite, type InboxEvent } from '../rows/write.ts';

export interface Inbox {
  events$: Observable<InboxEvent>;
  /**
   * Stores contiguous rows of one conversation, oldest first. Returns this device's new cursor; null if a row before
   * them has not arrived yet. A row that is already stored changes nothing; an own row confirms the message that was
   * being sent.
   */
  store(rows: readonly [Row, ...Row[]]): Promise<CursorRow | null>;
  /** Stores rows from below the cursor, without the effects that they had long ago. */
  storeHistory(
    conversationId: string,
    rows: readonly Row[],
    updateCursor: (cursor: CursorRow) => CursorRow,
  ): Promise<void>;
  /**
   * Confirms what this device sent to one conversation and the gateway has accepted. Returns false if an earlier row
   * has not arrived yet. `contents` are the rows' contents, as stored by the gateway or as sent.
   */
  confirmOwn(rows: readonly Row[], contents: readonly Content[]): Promise<boolean>;
  /** Updates a conversation from a sync reply, rows included. `isLast`: no further reply follows. */
  storePart(part: SyncReply_Part, isLast: boolean): Promise<void>;
  storeConversation: ConversationRows['store'];
  storeConversations: ConversationRows['storeAll'];
  /**
   * Decrypts and accepts what this person's devices sent before they were trusted.
   * @throws Fault REQUEST_FAILED when the code for it fails to load.
   */
  retryDecryption(identifier: string): Promise<void>;
  /** Deletes messages from this device. They do not come back, and later edits of them are not shown. */
  forget(conversationId: string, ids: readonly string[]): Promise<void>;
}

interface InboxPorts extends Pick<AccountContext, 'db' | 'me' | 'now'> {
  sealer: Sealer;
}

/** Splits rows into runs without a gap. */
function contiguousRuns(rows: readonly Row[]): Row[][] {
  const all: Row[][] = [];
  for (const row of rows) {
    const last = all.at(-1);
    if (last && last.at(-1)!.seq === row.seq - 1 && last.at(-1)!.epoch === row.epoch) last.push(row);
    else all.push([row]);
  }
  return all;
}

export function createInbox({ db, me, sealer, now }: InboxPorts): Inbox {
  const events$ = new Subject<InboxEvent>();
  const write = createWrite(db, (event) => events$.next(event));
  const rowWriter = createRowWriter({ db, me, now });
  const conversations = createConversationRows({ db, me, now });

  /** A lower bound of each conversation's cursor. Rows beyond it need no lookup of the cursor. */
  const storedTo = new Map<string, CursorRow>();

  /** Returns the rows that are not stored yet. Decrypting a stored one again would fail as a duplicate. */
  async function filterUnstored(rows: readonly Row[]): Promise<readonly Row[]> {
    const [{ conversationId, epoch, seq: from } = { conversationId: '', epoch: 0, seq: 0 }] = rows;
    const known = storedTo.get(conversationId);
    if (known?.epoch === epoch && from > known.seq) return rows;
    const cursor = await db.cursors.get(conversationId);
    return cursor?.epoch === epoch ? rows.filter(({ seq }) => seq > cursor.seq) : rows;
  }

  const store: Inbox['store'] = async (rows) => {
    const fresh = await filterUnstored(rows);
    const [first, ...more] = fresh;
    if (!first) return (await db.cursors.get(rows[0].conversationId)) ?? null;
    return openRows(sealer, [first, ...more], (opened, commit) =>
      write(async (after) => {
        const cursor = await rowWriter.append(fresh, opened, after);
        if (cursor) {
          storedTo.set(cursor.conversationId, cursor);
          await commit();
        }
        return cursor;
      }),
    );
  };

  /** Confirms an own row before the rows between it and the cursor have arrived. */
  async function confirmAhead(row: Row, content: Content, { emit, runSideEffects }: AfterCommit): Promise<void> {
    const [message, change] = await Promise.all([db.messages.get(row.id), db.changes.get(row.id)]);
    const recipients = (message ?? change)?.sealedFor;
    if (recipients && row.copy === 'acked')
      await recordSent(db, row.conversationId, [{ id: row.id, to: recipients, at: now() }]);
    if (message) {
      await db.messages.put(confirmMessage(message, row));
      await relist(db, row.conversationId, [row.id]);
    }
    // The content is stored because the command's row will arrive without one.
    else if (!change && row.conversationType === 'private') await putIdentityRow(db, 'ahead:', { content }, row.id);
    if (!change) return;
    const addFollowUp = () => {}; // changes of messages have no follow-ups
    await applyCommand(confirmCommand(change, row), { db, me, emit, addFollowUp, afterCommit: runSideEffects });
  }

  return {
    events$,
    store,
    async storeHistory(conversationId, rows, updateCursor) {
      const isMissing =
        ({ gaps = [], epoch }: CursorRow) =>
        (row: Row) =>
          row.epoch === epoch && gaps.some(({ after, before }) => row.seq > after && row.seq < before);
      const now = await db.cursors.get(conversationId);
      const fresh = now ? rows.filter(isMissing(now)) : [];
      await openRows(sealer, fresh, (opened, commit) =>
        write(async (after) => {
          const cursor = await db.cursors.get(conversationId);
          if (!cursor) return;
          const stillMissing = fresh.flatMap((row, index) => (isMissing(cursor)(row) ? [index] : []));
          if (stillMissing.length > 0)
            await rowWriter.put(
              stillMissing.map((index) => fresh[index]!),
              stillMissing.map((index) => opened[index]!),
              { ...after, fromHistory: true },
            );
          await db.cursors.put(updateCursor(cursor));
          await recountUnread(db, conversationId, me.identifier);
          await commit();
        }),
      );
    },
    confirmOwn: (rows, contents) =>
      write(async (after) => {
        let isComplete = true;
        for (const own of contiguousRuns(rows)) {
          const opened = own.map((row) => ({ content: contents[rows.indexOf(row)]!, own: true as const }));
          if (await rowWriter.append(own, opened, after)) continue;
          // These rows arrive again with the missing ones. Until then they are shown at their final position.
          isComplete = false;
          for (const [index, row] of own.entries()) await confirmAhead(row, opened[index]!.content, after);
        }
        await db.outbox.bulkDelete(rows.map(({ id }) => id));
        return isComplete;
      }),
    async storePart({ conversation, epoch, epochAfter, lastSeq, joinedSeq, rows, ...positions }, isLast) {
      if (!conversation) return;
      const { conversionId: conversationId } = conversation;
      const fresh = await filterUnstored(rows);
      const isNewEpoch = ((await db.cursors.get(conversationId))?.epoch ?? epoch) < epoch;
      // A separate chunk, because it is needed only after the gateway was restored from a backup; loaded here, because a
      // transaction must not wait for it.
      const restored = isNewEpoch
        ? await lazyImport(import(/* webpackChunkName: "maintenance" */ '../rows/beginEpoch.ts'))
        : undefined;
      await openRows(sealer, fresh, (opened, commit) =>
        write(async (after) => {
          const previous = await db.cursors.get(conversationId);
          if (restored && previous && previous.epoch < epoch)
            await restored.beginEpoch(db, previous, {
              epoch,
              epochAfter,
              ids: new Set(rows.map(({ id }) => id)),
              actor: me.identifier,
              now: now(),
            });
          if (!(await conversations.put(conversation, positions, rows.at(-1)?.timestamp ?? now())))
            return after.emit(problemEvent('syncPart', new Fault('BAD_REQUEST')));
          const isGroup = (await db.conversations.get(conversationId))?.type === 'group';
          const cursor = await db.cursors.get(conversationId);
          const [first] = rows;
          // Own messages in a private chat stay, because nobody rejoins one.
          if (isGroup && cursor?.epoch === epoch && cursor.seq < joinedSeq)
            await deleteHistoryBefore(db, conversationId, joinedSeq + 1);
          if (first) {
            await db.cursors.put(addGap(cursor, { conversationId, epoch, joinedSeq, first }));
            await recountUnread(db, conversationId, me.identifier);
          }
          // If the reply is the last one and has no rows, there are none to see; otherwise they may follow in the next
          // reply. An existing cursor is advanced only by rows.
          else if (isLast && cursor?.epoch !== epoch) await db.cursors.put({ conversationId, epoch, seq: lastSeq });
          if (fresh.length > 0 && (await rowWriter.append(fresh, opened, after))) await commit();
        }),
      );
    },
    async retryDecryption(identifier) {
      const { retryDecryption } = await lazyImport(
        import(/* webpackChunkName: "maintenance" */ './retryDecryption.ts'),
      );
      await retryDecryption(identifier, { db, me, sealer, write });
    },
    forget: (conversationId, ids) =>
      db.transaction('rw', db.messages, db.conversations, db.files, db.identity, async () => {
        const rows = (await db.messages.bulkGet([...ids])).filter(
          (message) => message !== undefined && message.conversationId === conversationId && !message.loading,
        );
        const deletedIds = rows.map((message) => message!.id);
        await Promise.all([
          db.messages.bulkDelete(deletedIds),
          db.files.bulkDelete(deletedIds),
          putDeleted(db, conversationId, deletedIds),
        ]);
        const conversation = await db.conversations.get(conversationId);
        if (!conversation) return;
        const deletedCounts = countUnread(rows.map((message) => message!));
        await db.conversations.put({
          ...conversation,
          unread: conversation.unread - deletedCounts.unread,
          mentions: conversation.mentions - deletedCounts.mentions,
        });
        await relist(db, conversationId, deletedIds);
      }),
    storeConversations: conversations.storeAll,
    storeConversation: conversations.store,
  };
}
