// What a device has missed, and older history.
import type { Cursor, Input, Row, SyncReply_Part } from '@amber/proto';
import type { Limits } from '@amber/proto/limits';
import type pg from 'pg';
import type { SeenConversation } from './conversations.ts';
import type { StoredRow } from '../../core/storedRow.ts';
import { readRows, replyBytesMax, sizeOf, toRow, type Reader, type Stretch } from './storedRows.ts';

interface CatchUpPorts {
  pool: pg.Pool;
  limits: Limits;
}

export type CatchUp = ReturnType<typeof createCatchUp>;

/** A range that a device lacks, and how much of it one answer carries. */
interface Missed extends Stretch {
  page: number;
}

/** Rows in one answer. */
const replyMax = 1_000;
/** Stretches in one query, at most. */
const stretchesPerQuery = 500;

/** The first of these that together may have so many rows. */
function enoughFor(rows: number, missed: Missed[]): Missed[] {
  let expected = 0;
  const last = missed.findIndex(({ after, upTo, page }) => (expected += Math.min(upTo - after, page)) >= rows);
  return missed.slice(0, Math.min(last < 0 ? missed.length : last + 1, stretchesPerQuery));
}

export function createCatchUp({ pool, limits }: CatchUpPorts) {
  /** Per conversation, the first place with a sealed copy queued for the device. */
  async function firstQueued({ identifier, device }: Reader, among: string[]): Promise<Map<string, number>> {
    if (among.length === 0) return new Map();
    const { rows } = await pool.query<{ conversation: string; seq: number }>(
      `select conversation, min(seq) as seq from device_copy
       where identifier = $1 and device = $2 and conversation = any($3) and envelope is not null group by conversation`,
      [identifier, device, among],
    );
    return new Map(rows.map(({ conversation, seq }) => [conversation, seq]));
  }

  /**
   * A device that is far behind gets the newest rows first, and the rest from the history on demand. But a sealed copy
   * is in no history and can only be opened in the order it was sealed, so none is skipped.
   */
  async function skipToNewest(reader: Reader, missed: Missed[]): Promise<Stretch[]> {
    const farBehind = missed
      .filter(({ after, upTo, page }) => upTo - after > page)
      .map(({ conversation }) => conversation);
    const queued = await firstQueued(reader, farBehind);
    return missed.map(({ conversation, after, upTo, page }) => ({
      conversation,
      upTo,
      after: Math.max(after, Math.min(upTo - page, (queued.get(conversation) ?? Infinity) - 1)),
    }));
  }

  /**
   * The range a device lacks. With nothing stored (a newcomer) it first gets a screenful and everything unread. What an
   * earlier epoch shares with this one, a device that was there has.
   */
  function missedIn(
    { id, epoch, epoch_after, joined_seq, left_seq, last_seq, read_seq }: SeenConversation,
    cursor: Cursor | undefined,
  ): Missed {
    const upTo = left_seq ?? last_seq;
    if (cursor && cursor.epoch <= epoch) {
      const seq = cursor.epoch === epoch ? cursor.seq : Math.min(cursor.seq, epoch_after);
      return { conversation: id, after: Math.max(joined_seq, seq), upTo, page: limits.syncPage };
    }
    return {
      conversation: id,
      after: joined_seq,
      upTo,
      page: Math.min(limits.syncPage, Math.max(limits.timelinePage, upTo - read_seq)),
    };
  }

  /**
   * Reads what is missed, a few conversations at a time, until the answer is full: a device with thousands of them must
   * not make the database sort more than it gets. An answer ends where it is full, never because a query found nothing:
   * a device takes an answer without rows for the last one.
   */
  async function readMissed(reader: Reader, missed: Missed[]): Promise<{ rows: StoredRow[]; more: boolean }> {
    const rows: StoredRow[] = [];
    let left = missed.filter(({ after, upTo }) => after < upTo);
    let [bytesLeft, isCut] = [replyBytesMax, false];
    while (left.length > 0 && rows.length < replyMax && bytesLeft > 0) {
      const some = enoughFor(replyMax - rows.length, left);
      left = left.slice(some.length);
      const stretches = await skipToNewest(reader, some);
      const read = await readRows(pool, {
        stretches,
        identifiers: [reader.identifier],
        device: reader.device,
        perConversation: limits.syncPage,
        total: replyMax - rows.length,
        bytesMax: bytesLeft,
      });
      rows.push(...read);
      bytesLeft = read.reduce((sum, row) => sum - sizeOf(row), bytesLeft);
      const reached = new Map(read.map(({ conversation, seq }) => [conversation, seq]));
      isCut ||= stretches.some(({ conversation, after, upTo }) => (reached.get(conversation) ?? after) < upTo);
    }
    return { rows, more: isCut || left.length > 0 };
  }

  return {
    /**
     * Rows after the device's cursors, in these conversations, which are all of the person's. Without a cursor it starts
     * where the person joined. A conversation the person has left is included, up to where it ended, if the device has a
     * cursor for it.
     */
    async sync(
      reader: Reader,
      seen: SeenConversation[],
      cursors: Cursor[],
    ): Promise<{ parts: Input<SyncReply_Part>[]; more: boolean }> {
      const given = new Map(cursors.map((cursor) => [cursor.conversationId, cursor]));
      const { rows, more } = await readMissed(
        reader,
        seen.map((one) => missedIn(one, given.get(one.id))),
      );
      const byConversation = Map.groupBy(rows, ({ conversation }) => conversation);
      const parts = seen.map((one) => ({
        conversation: one.wire,
        epoch: one.epoch,
        lastSeq: one.left_seq ?? one.last_seq,
        readSeq: one.read_seq,
        peerReadSeq: one.peer_read_seq,
        peerDeliveredSeq: one.peer_delivered_seq,
        joinedSeq: one.joined_seq,
        epochAfter: one.epoch_after,
        rows: (byConversation.get(one.id) ?? []).map((row) => toRow(row, reader)),
      }));
      return { parts, more };
    },

    /** A page before a place, oldest first; only what this member may see. */
    async history(
      reader: Reader,
      conversation: string,
      joinedSeq: number,
      beforeSeq: number,
      limit: number,
    ): Promise<Input<Row>[]> {
      const page = Math.min(Math.max(limit, 1), limits.syncPage);
      const rows = await readRows(pool, {
        stretches: [{ conversation, after: joinedSeq, upTo: beforeSeq > 0 ? beforeSeq - 1 : Number.MAX_SAFE_INTEGER }],
        identifiers: [reader.identifier],
        device: reader.device,
        perConversation: page,
        total: page,
        newestFirst: true,
      });
      return rows.map((row) => toRow(row, reader));
    },
  };
}
