// Sync: the rows that a device has missed, and pages of older history.
import type { Cursor, Input, Row, SyncReply_Part } from '@amber/proto';
import type { ConversationView } from './conversations.ts';
import type { StoredRow } from '../../core/storedRow.ts';
import { readRows, replyBytesMax, sizeOf, toRow, type DeviceRef, type SeqRange } from './storedRows.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

type CatchUpPorts = Pick<GatewayBase, 'pool' | 'limits'>;

/** A range that a device lacks, and the maximum number of its rows in one answer. */
interface MissedRange extends SeqRange {
  page: number;
}

/** The maximum number of rows in one answer. */
const rowsPerReply = 1_000;
/** The maximum number of ranges in one query. */
const rangesPerQuery = 500;

/** The first of these ranges that together may have so many rows. */
function takeUntilFull(rows: number, missed: MissedRange[]): MissedRange[] {
  let expected = 0;
  const last = missed.findIndex(({ after, upTo, page }) => (expected += Math.min(upTo - after, page)) >= rows);
  return missed.slice(0, Math.min(last < 0 ? missed.length : last + 1, rangesPerQuery));
}

export function createCatchUp({ pool, limits }: CatchUpPorts) {
  /** Per conversation, the first position with a sealed copy queued for the device. */
  async function firstQueued({ identifier, device }: DeviceRef, among: string[]): Promise<Map<string, number>> {
    if (among.length === 0) return new Map();
    const { rows } = await pool.query<{ conversation: string; seq: number }>(
      `select conversation, min(seq) as seq from device_copy
       where identifier = $1 and device = $2 and conversation = any($3) and envelope is not null group by conversation`,
      [identifier, device, among],
    );
    return new Map(rows.map(({ conversation, seq }) => [conversation, seq]));
  }

  /**
   * A device that is far behind gets the newest rows first, and the rest on demand from the history. But the history
   * contains no sealed copies, and they can only be opened in the order in which they were sealed, so none is skipped.
   */
  async function skipToNewest(reader: DeviceRef, missed: MissedRange[]): Promise<SeqRange[]> {
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
   * The range that a device lacks. A device without a cursor first gets a screenful and everything unread. A device
   * with a cursor of an earlier epoch already has the part that both epochs share.
   */
  function missedRangeOf(
    { id, epoch, epoch_after, joined_seq, left_seq, last_seq, read_seq }: ConversationView,
    cursor: Cursor | undefined,
  ): MissedRange {
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
   * Reads missed rows, a few conversations at a time, until the answer is full: a device with thousands of
   * conversations must not make the database sort more than it returns. An answer ends where it is full, never because
   * a query found nothing: to a device, an answer without rows is the last one.
   */
  async function readMissed(reader: DeviceRef, missed: MissedRange[]): Promise<{ rows: StoredRow[]; more: boolean }> {
    const rows: StoredRow[] = [];
    let remaining = missed.filter(({ after, upTo }) => after < upTo);
    let [bytesLeft, isTruncated] = [replyBytesMax, false];
    while (remaining.length > 0 && rows.length < rowsPerReply && bytesLeft > 0) {
      const batch = takeUntilFull(rowsPerReply - rows.length, remaining);
      remaining = remaining.slice(batch.length);
      const ranges = await skipToNewest(reader, batch);
      const read = await readRows(pool, {
        ranges,
        identifiers: [reader.identifier],
        device: reader.device,
        perConversation: limits.syncPage,
        total: rowsPerReply - rows.length,
        bytesMax: bytesLeft,
      });
      rows.push(...read);
      bytesLeft = read.reduce((sum, row) => sum - sizeOf(row), bytesLeft);
      const reached = new Map(read.map(({ conversation, seq }) => [conversation, seq]));
      isTruncated ||= ranges.some(({ conversation, after, upTo }) => (reached.get(conversation) ?? after) < upTo);
    }
    return { rows, more: isTruncated || remaining.length > 0 };
  }

  return {
    /**
     * Rows after the device's cursors in these conversations, which are all of the person's. Without a cursor it starts
     * where the person joined. A conversation that the person has left is included, up to where their view ends, if the
     * device has a cursor for it.
     */
    async sync(
      reader: DeviceRef,
      views: ConversationView[],
      cursors: Cursor[],
    ): Promise<{ parts: Input<SyncReply_Part>[]; more: boolean }> {
      const cursorById = new Map(cursors.map((cursor) => [cursor.conversationId, cursor]));
      const { rows, more } = await readMissed(
        reader,
        views.map((one) => missedRangeOf(one, cursorById.get(one.id))),
      );
      const byConversation = Map.groupBy(rows, ({ conversation }) => conversation);
      const parts = views.map((one) => ({
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

    /** A page of rows before a position, oldest first; only those that this member may see. */
    async history(
      reader: DeviceRef,
      conversation: string,
      joinedSeq: number,
      beforeSeq: number,
      limit: number,
    ): Promise<Input<Row>[]> {
      const page = Math.min(Math.max(limit, 1), limits.syncPage);
      const rows = await readRows(pool, {
        ranges: [{ conversation, after: joinedSeq, upTo: beforeSeq > 0 ? beforeSeq - 1 : Number.MAX_SAFE_INTEGER }],
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
