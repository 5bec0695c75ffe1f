// Stores the gateway's data about conversations in the database: once, and in order.
import type { AccountDb, CursorRow } from '@amber/client/db';
import { countUnread } from '@amber/client/unread';
import type { Content, Device, Row, SyncReply_Part } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { type Observable, Subject } from 'rxjs';
import { carryOut } from '../rows/commands.ts';
import { beginAnew } from '../rows/leaving.ts';
import { problemEvent } from '../kit/problemEvent.ts';
import type { Sealer } from '../sealing/sealer.ts';
import { noteSent } from '../rows/marks.ts';
import { type ConversationRows, createConversationRows } from '../rows/conversationRows.ts';
import { noteAhead } from '../rows/ahead.ts';
import { addGap } from '../rows/cursor.ts';
import { beginEpoch } from '../rows/newEpoch.ts';
import { commandOf, settled } from '../rows/messageOfRow.ts';
import { openRows } from './opening.ts';
import { createPlacing } from '../rows/placing.ts';
import { previewOf } from '../rows/messageKinds.ts';
import { reopen } from './reopening.ts';
import { type After, createWrite, type InboxNews } from '../rows/write.ts';

export interface Inbox {
  news$: Observable<InboxNews>;
  /**
   * Stores rows of one conversation that follow each other, oldest first. Returns this device's new cursor; null when
   * something before them has not arrived yet.
   * A row that is already stored changes nothing; a row of one's own settles what was being sent.
   */
  store(rows: readonly [Row, ...Row[]]): Promise<CursorRow | null>;
  /** Stores rows from below the cursor: their effects were applied long ago. */
  storeHistory(conversationId: string, rows: readonly Row[], moveGaps: (cursor: CursorRow) => CursorRow): Promise<void>;
  /**
   * The gateway has accepted what this device sent to one conversation. False when something before it has not arrived
   * yet. `contents` are the rows', as the gateway has them or as they were sent.
   */
  settleOwn(rows: readonly Row[], contents: readonly Content[]): Promise<boolean>;
  /** Brings a conversation up to date from a sync reply, its rows included. `isLast`: nothing more follows. */
  storePart(part: SyncReply_Part, isLast: boolean): Promise<void>;
  storeConversation: ConversationRows['store'];
  storeConversations: ConversationRows['storeAll'];
  /** Accepts what this person's devices sent before they were trusted. */
  reopen(identifier: string): Promise<void>;
  /** Removes messages from this device. They are not fetched again: the cursor is past them. */
  forget(conversationId: string, ids: readonly string[]): Promise<void>;
}

interface InboxPorts {
  db: AccountDb;
  me: Device;
  sealer: Sealer;
  now(): number;
}

/** Rows in stretches that follow each other without a gap. */
function stretches(rows: readonly Row[]): Row[][] {
  const all: Row[][] = [];
  for (const row of rows) {
    const last = all.at(-1);
    if (last && last.at(-1)!.seq === row.seq - 1 && last.at(-1)!.epoch === row.epoch) last.push(row);
    else all.push([row]);
  }
  return all;
}

export function createInbox({ db, me, sealer, now }: InboxPorts): Inbox {
  const news$ = new Subject<InboxNews>();
  const write = createWrite(db, (news) => news$.next(news));
  const placing = createPlacing({ db, me, now });
  const conversations = createConversationRows({ db, me, now });

  /** A lower bound of how far conversations are stored here: rows beyond it need no look at the cursor. */
  const storedTo = new Map<string, CursorRow>();

  /** The rows that are not stored yet: opening one a second time would fail as already opened. */
  async function notStored(rows: readonly Row[]): Promise<readonly Row[]> {
    const [{ conversationId, epoch, seq: from } = { conversationId: '', epoch: 0, seq: 0 }] = rows;
    const known = storedTo.get(conversationId);
    if (known?.epoch === epoch && from > known.seq) return rows;
    const cursor = await db.cursors.get(conversationId);
    return cursor?.epoch === epoch ? rows.filter(({ seq }) => seq > cursor.seq) : rows;
  }

  const store: Inbox['store'] = async (rows) => {
    const fresh = await notStored(rows);
    const [first, ...more] = fresh;
    if (!first) return (await db.cursors.get(rows[0].conversationId)) ?? null;
    return openRows(sealer, [first, ...more], (opened, commit) =>
      write(async (after) => {
        const cursor = await placing.append(fresh, opened, after);
        if (cursor) {
          storedTo.set(cursor.conversationId, cursor);
          await commit();
        }
        return cursor;
      }),
    );
  };

  /** What was sent takes its place before the rows between it and the cursor are here. */
  async function settleAhead(row: Row, content: Content, { tell, follow }: After): Promise<void> {
    const [message, change] = await Promise.all([db.messages.get(row.id), db.changes.get(row.id)]);
    const to = (message ?? change)?.sealedFor;
    if (to && row.copy === 'acked') await noteSent(db, row.conversationId, [{ id: row.id, to, at: now() }]);
    if (message) await db.messages.put(settled(message, row));
    else if (!change && row.conversationType === 'private') await noteAhead(db, row.id, content);
    if (!change) return;
    const refreshGroup = () => {}; // no change asks for people
    await carryOut(commandOf(change, row), { db, me, say: tell, refreshGroup, after: follow });
  }

  return {
    news$,
    store,
    async storeHistory(conversationId, rows, moveGaps) {
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
          const still = fresh.flatMap((row, index) => (isMissing(cursor)(row) ? [index] : []));
          if (still.length > 0)
            await placing.put(
              still.map((index) => fresh[index]!),
              still.map((index) => opened[index]!),
              { ...after, fromHistory: true },
            );
          await db.cursors.put(moveGaps(cursor));
          await commit();
        }),
      );
    },
    settleOwn: (rows, contents) =>
      write(async (after) => {
        let isWhole = true;
        for (const own of stretches(rows)) {
          const opened = own.map((row) => ({ content: contents[rows.indexOf(row)]!, own: true as const }));
          if (await placing.append(own, opened, after)) continue;
          // Their rows arrive with what is missing before them; until then they are shown where they will be.
          isWhole = false;
          for (const [index, row] of own.entries()) await settleAhead(row, opened[index]!.content, after);
        }
        await db.outbox.bulkDelete(rows.map(({ id }) => id));
        return isWhole;
      }),
    async storePart({ conversation, epoch, epochAfter, lastSeq, joinedSeq, rows, ...told }, isLast) {
      if (!conversation) return;
      const { conversionId: conversationId } = conversation;
      const fresh = await notStored(rows);
      await openRows(sealer, fresh, (opened, commit) =>
        write(async (after) => {
          const before = await db.cursors.get(conversationId);
          if (before && before.epoch < epoch)
            await beginEpoch(db, before, {
              epoch,
              epochAfter,
              ids: new Set(rows.map(({ id }) => id)),
              actor: me.identifier,
              now: now(),
            });
          if (!(await conversations.put(conversation, told, rows.at(-1)?.timestamp ?? now())))
            return after.tell(problemEvent('syncPart', new Fault('BAD_REQUEST')));
          const isGroup = (await db.conversations.get(conversationId))?.type === 'group';
          const here = await db.cursors.get(conversationId);
          const [first] = rows;
          // My messages in a private chat stay: nobody rejoins one.
          if (isGroup && here?.epoch === epoch && here.seq < joinedSeq)
            await beginAnew(db, conversationId, joinedSeq + 1);
          if (first) await db.cursors.put(addGap(here, { conversationId, epoch, joinedSeq, first }));
          // Without rows this device has none to see; while more follows, the reply had no room for them.
          // An existing cursor is moved by rows alone.
          else if (isLast && here?.epoch !== epoch) await db.cursors.put({ conversationId, epoch, seq: lastSeq });
          if (fresh.length > 0 && (await placing.append(fresh, opened, after))) await commit();
        }),
      );
    },
    reopen: (identifier) => reopen(identifier, { db, me, sealer, write }),
    forget: (conversationId, ids) =>
      db.transaction('rw', db.messages, db.conversations, db.files, async () => {
        const rows = (await db.messages.bulkGet([...ids])).filter(
          (message) => message !== undefined && message.conversationId === conversationId && !message.loading,
        );
        const gone = rows.map((message) => message!.id);
        await Promise.all([db.messages.bulkDelete(gone), db.files.bulkDelete(gone)]);
        const conversation = await db.conversations.get(conversationId);
        if (!conversation) return;
        const seen = countUnread(rows.map((message) => message!));
        const last = await db.messages
          .where('[conversationId+order]')
          .between([conversationId, -Infinity], [conversationId, Infinity])
          .last();
        await db.conversations.put({
          ...conversation,
          unread: conversation.unread - seen.unread,
          mentions: conversation.mentions - seen.mentions,
          ...(last ? previewOf(last) : { preview: '', previewKind: undefined }),
        });
      }),
    storeConversations: conversations.storeAll,
    storeConversation: conversations.store,
  };
}
