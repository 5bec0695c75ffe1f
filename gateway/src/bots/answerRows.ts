// The rows of an answer in its conversation: a message that grows, and a command that ends it.
import type { AiBody } from '@amber/proto/bodies';
import { encode } from '@amber/proto/codec';
import { newMessageId } from '../messages/send/systemRows.ts';
import { publishRows } from '../core/bus.ts';
import type { Db, Transaction } from '../db/store.ts';
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
      .set({ seq: written.row.seq, touched_at: clock() })
      .where('conversation', '=', turn.conversation)
      .where('question', '=', turn.question)
      .execute();
    return written;
  }

  /** Updates the stored row in place. Devices get the text by chunks, and the end by a separate row. */
  async function update(tx: Db, turn: AnswerTurn, body: AiBody): Promise<void> {
    await tx
      .updateTable('message')
      .set({ body: Buffer.from(encode('Content', contentOf(turn, body, clock()))) })
      .where('conversation', '=', turn.conversation)
      .where('seq', '=', turn.seq)
      .execute();
  }

  const publish = (written: readonly AppendedRow[]) => {
    if (written.length > 0)
      publishRows(
        bus,
        written.at(-1)!.membersVersion,
        written.map(({ row }) => row),
      );
  };

  return {
    /** Writes the text received so far; the first write appends the message. Returns its seq. */
    async write(turn: AnswerTurn, body: AiBody): Promise<number> {
      if (turn.seq !== null) {
        await update(db, turn, body);
        return turn.seq;
      }
      const written = await db.transaction().execute((tx) => insert(tx, turn, body));
      publish([written]);
      return written.row.seq;
    },

    /** Ends the answer once. Returns false when it has already ended or a later round has begun. */
    async end(turn: AnswerTurn, body: AiBody): Promise<boolean> {
      const written = await db.transaction().execute(async (tx) => {
        const ended = await tx
          .updateTable('ai_turn')
          .set({ state: body.state, touched_at: clock() })
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
        if (ended.seq !== null) await update(tx, { ...turn, seq: ended.seq }, body);
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
