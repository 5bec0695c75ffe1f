// Lets mates write to their owner unprompted: at most as often as the owner allows, and never twice without a reply.
import { sql } from 'kysely';
import { pairKeyOf } from '../core/identifiers.ts';
import { isQuietAt } from '../notifications/quietHours.ts';
import type { Transaction } from '../db/store.ts';
import type { Answers } from './answers.ts';
import { findOpenService } from './findOpenService.ts';
import { type AnswerTurn, QuotaExceeded, type AnswerTurns } from './answerTurns.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

interface MatePorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'onError'> {
  answerTurns: Pick<AnswerTurns, 'beginUnprompted'>;
  answers: Pick<Answers, 'run'>;
}

const day = 24 * 60 * 60 * 1_000;
const periods = { daily: day, weekly: 7 * day };

export function createMates({ db, clock, limits, answerTurns, answers, onError }: MatePorts) {
  const { mateBatch: batchSize } = limits;
  const firstCursor = { wrote_at: -1, id: '' };
  /** Where the last scan ended. Without it, mates whose owners never reply would always fill the first page. */
  let cursor = firstCursor;

  /** The next mates that may have waited long enough; the final check runs under their lock. */
  async function listCandidates(): Promise<{ id: string }[]> {
    const found = await db
      .selectFrom('ai_bot')
      .select(['id', 'wrote_at'])
      .where(sql<boolean>`writes_first <> 'never'`)
      .where('wrote_at', '<=', clock() - day)
      .where(sql<boolean>`(wrote_at, id) > (${cursor.wrote_at}, ${cursor.id})`)
      .where('removed_at', 'is', null)
      .orderBy('wrote_at')
      .orderBy('id')
      .limit(batchSize)
      .execute();
    cursor = found.length === batchSize ? found.at(-1)! : firstCursor;
    return found;
  }

  const findLastMessage = (tx: Transaction, conversation: string, sender?: string) =>
    tx
      .selectFrom('message')
      .select('ts')
      .where('conversation', '=', conversation)
      .where('cmd_id', '=', '')
      .$if(sender !== undefined, (of) => of.where('sender', '=', sender!))
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();

  /**
   * Begins a turn, or returns null when it is not due. Locks the bot's row, so that only one of two gateways begins.
   * @throws QuotaExceeded
   */
  const beginIfDue = (id: string): Promise<AnswerTurn | null> =>
    db.transaction().execute(async (tx) => {
      const bot = await tx
        .selectFrom('ai_bot')
        .selectAll()
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!bot || bot.type !== 'mate' || bot.writes_first === 'never') return null;
      const now = clock();
      if (bot.wrote_at > now - periods[bot.writes_first]) return null;
      if (isQuietAt({ quietFrom: bot.quiet_from, quietTo: bot.quiet_to, timeZone: bot.time_zone }, now)) return null;
      const chat = await tx
        .selectFrom('conversation')
        .select('id')
        .where('pair', '=', pairKeyOf(bot.owner, id))
        .executeTakeFirst();
      if (!chat || (await findOpenService(tx, chat.id))) return null;
      // The order of these two reads matters: a reply that arrives between them makes the chat not silent.
      const answered = await findLastMessage(tx, chat.id, bot.owner);
      const last = await findLastMessage(tx, chat.id);
      const isAnswered = answered !== undefined && answered.ts > bot.wrote_at;
      if (!last || !isAnswered || last.ts > now - limits.mateSilence) return null;
      const turn = await answerTurns.beginUnprompted(tx, { conversation: chat.id, bot: id, asker: bot.owner });
      await tx.updateTable('ai_bot').set({ wrote_at: now }).where('id', '=', id).execute();
      return turn;
    });

  async function writeDue(): Promise<void> {
    for (const { id } of await listCandidates()) {
      const turn = await beginIfDue(id).catch((thrown: unknown) => {
        if (thrown instanceof QuotaExceeded) return null;
        throw thrown;
      });
      if (turn) answers.run(turn);
    }
  }
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(writeDue).catch(onError);
  }, limits.matePollEvery);
  timer.unref();

  return {
    async close(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
