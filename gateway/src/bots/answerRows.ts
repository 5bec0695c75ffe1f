// The rows of an answer in its conversation: a message that grows, and a command that ends it.
import type { AiBody } from '@amber/proto/bodies';
import { encode } from '@amber/proto/codec';
import { newMessageId } from '../messages/send/systemRows.ts';
import { publishRows } from '../core/bus.ts';
import type { ExpressionBuilder } from 'kysely';
import { databaseTime } from '../db/databaseTime.ts';
import type { Db, Transaction } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';
import { appendBotRow, botDevice, type AppendedRow } from './botRow.ts';
import { type AnswerTurn, isUnprompted } from './answerTurns.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

const contentOf = ({ bot, answer }: Pick<AnswerTurn, 'bot' | 'answer'>, body: AiBody, timestamp: number) => ({
  id: answer,
  type: 'ai',
  message: JSON.stringify(body),
  sender: { identifier: bot, deviceId: botDevice },
  timestamp,
  streamFirst: true,
  streamEnd: body.state !== 'writing',
});

export type AnswerRows = ReturnType<typeof createAnswerRows>;

export function createAnswerRows({ db, bus, clock }: Pick<GatewayBase, 'db' | 'bus' | 'clock'>) {
  async function insert(tx: Transaction, turn: AnswerTurn, body: AiBody): Promise<AppendedRow> {
    const written = await appendBotRow(tx, turn, contentOf(turn, body, clock()));
    await tx
      .updateTable('ai_turn')
      .set({ seq: written.row.seq, touched_at: databaseTime })
      .where('conversation', '=', turn.conversation)
      .where('question', '=', turn.question)
      .execute();
    return written;
  }

  /**
   * Whether this round of the answer is not over yet. The lock keeps another gateway, which takes this one for dead, from
   * ending it before the caller's write.
   */
  const lockWriting = (tx: Db, { conversation, question, round }: AnswerTurn) =>
    tx
      .selectFrom('ai_turn')
      .select('seq')
      .where('conversation', '=', conversation)
      .where('question', '=', question)
      .where('round', '=', round)
      .where('state', '=', 'writing')
      .forShare();

  /** Updates the stored row in place. Devices get the text by chunks, and the end by a separate row. */
  const update = (tx: Db, turn: AnswerTurn, body: AiBody) =>
    tx
      .updateTable('message')
      .set({ body: Buffer.from(encode('Content', contentOf(turn, body, clock()))) })
      .where('conversation', '=', turn.conversation)
      .where('seq', '=', turn.seq);

  const publish = (written: readonly AppendedRow[]) => {
    if (written.length > 0)
      publishRows(
        bus,
        written.at(-1)!.membersVersion,
        written.map(({ row }) => row),
      );
  };

  return {
    /**
     * Writes the text received so far; the first write appends the message. Returns its seq; null when the answer has
     * ended or a later round has begun.
     */
    async write(turn: AnswerTurn, body: AiBody): Promise<number | null> {
      if (turn.seq !== null) {
        const isWriting = (row: ExpressionBuilder<Tables, 'message'>) => row.exists(lockWriting(db, turn));
        const { numUpdatedRows } = await update(db, turn, body).where(isWriting).executeTakeFirstOrThrow();
        return numUpdatedRows > 0n ? turn.seq : null;
      }
      const written = await db
        .transaction()
        .execute(async (tx) => ((await lockWriting(tx, turn).executeTakeFirst()) ? insert(tx, turn, body) : null));
      if (!written) return null;
      publish([written]);
      return written.row.seq;
    },

    /** Ends the answer once. Returns false when it has already ended or a later round has begun. */
    async end(turn: AnswerTurn, body: AiBody): Promise<boolean> {
      const written = await db.transaction().execute(async (tx) => {
        const ended = await tx
          .updateTable('ai_turn')
          .set({ state: body.state, touched_at: databaseTime })
          .where('conversation', '=', turn.conversation)
          .where('question', '=', turn.question)
          .where('round', '=', turn.round)
          .where('state', '=', 'writing')
          .returning('seq')
          .executeTakeFirst();
        if (!ended) return null;
        // An unprompted answer that stayed empty is dropped silently.
        if (ended.seq === null && body.text === '' && isUnprompted(turn)) return [];
        const first = ended.seq === null ? [await insert(tx, turn, body)] : [];
        if (ended.seq !== null) await update(tx, { ...turn, seq: ended.seq }, body).execute();
        const end = await appendBotRow(tx, turn, {
          ...contentOf(turn, body, clock()),
          id: newMessageId(),
          type: 'streamEnd',
          cmdId: 'streamEnd',
          targets: [turn.answer],
        } as Parameters<typeof appendBotRow>[2]);
        return [...first, end];
      });
      if (written) publish(written);
      return written !== null;
    },

    /** The stored body of an answer; null before its first write. */
    async read({ conversation, answer }: AnswerTurn): Promise<Uint8Array | null> {
      const row = await db
        .selectFrom('message')
        .select('body')
        .where('conversation', '=', conversation)
        .where('id', '=', answer)
        .executeTakeFirst();
      return row?.body ?? null;
    },
  };
}
