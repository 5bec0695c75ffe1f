// What a device has missed, and what lies further back.
import type { Cursor, Input, Row, SyncReply } from '@amber/proto';
import type { Limits } from '@amber/proto/limits';
import type pg from 'pg';
import type { Conversations } from './conversations.ts';
import { readRows, toRow, type Reader } from './storedRows.ts';

interface CatchUpPorts {
  pool: pg.Pool;
  limits: Limits;
  conversations: Conversations;
}

export type CatchUp = ReturnType<typeof createCatchUp>;

/** Rows in one answer. */
const replyMax = 1_000;
/** A row's place when the end is meant. */
const end = Number.MAX_SAFE_INTEGER;

export function createCatchUp({ pool, limits, conversations }: CatchUpPorts) {
  return {
    /** What lies after the device's cursors, in all its conversations. One it gave no cursor for starts where the person joined. */
    async sync(reader: Reader, cursors: Cursor[]): Promise<Input<SyncReply>> {
      const given = new Map(cursors.map((cursor) => [cursor.conversationId, cursor]));
      const seen = await conversations.seenBy(reader.identifier, { also: [...given.keys()] });
      const current = seen.filter(({ left_seq }) => left_seq === null);
      const stretches = current.map(({ id, epoch, joined_seq }) => {
        const cursor = given.get(id);
        return { conversation: id, after: Math.max(joined_seq, cursor?.epoch === epoch ? cursor.seq : 0), upTo: end };
      });
      const rows = await readRows(pool, {
        stretches, identifiers: [reader.identifier], device: reader.device, perConversation: limits.syncPage, total: replyMax,
      });
      const byConversation = Map.groupBy(rows, ({ conversation }) => conversation);
      const after = new Map(stretches.map((stretch) => [stretch.conversation, stretch.after]));
      const parts = seen.map((one) => ({
        conversation: one.wire,
        epoch: one.epoch,
        lastSeq: one.left_seq ?? one.last_seq,
        readSeq: one.read_seq,
        rows: (byConversation.get(one.id) ?? []).map((row) => toRow(row, reader)),
      }));
      const more = current.some((one) => (byConversation.get(one.id)?.at(-1)?.seq ?? after.get(one.id)!) < one.last_seq);
      return { parts, more };
    },

    /** A page before a place, oldest first; only what this member may see. */
    async history(reader: Reader, conversation: string, joinedSeq: number, beforeSeq: number, limit: number): Promise<Input<Row>[]> {
      const page = Math.min(Math.max(limit, 1), limits.syncPage);
      const rows = await readRows(pool, {
        stretches: [{ conversation, after: joinedSeq, upTo: beforeSeq > 0 ? beforeSeq - 1 : end }],
        identifiers: [reader.identifier], device: reader.device, perConversation: page, total: page, newestFirst: true,
      });
      return rows.map((row) => toRow(row, reader));
    },
  };
}
