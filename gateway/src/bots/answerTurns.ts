// The bookkeeping of questions and answers: each question is answered once and charged once.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AiUse } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { sql, type Selectable } from 'kysely';
import { newMessageId } from '../messages/send/systemRows.ts';
import { databaseTime } from '../db/databaseTime.ts';
import type { Transaction } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';
import { addAuditEntry } from '../rollout/auditEntries.ts';
import { findOpenService } from './findOpenService.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

const day = 24 * 60 * 60 * 1_000;

/** The setting in which an operator stores the quota. */
const quotaSetting = 'answersPerDay';

export type AnswerTurn = Selectable<Tables['ai_turn']>;

/** A question that was put to a bot. */
export interface Question {
  conversation: string;
  /** The message id. */
  question: string;
  bot: string;
  asker: string;
}

/** An unprompted answer has no question; an id with this prefix replaces it. */
const unpromptedPrefix = 'first ';
export const isUnprompted = ({ question }: Pick<Question, 'question'>): boolean =>
  question.startsWith(unpromptedPrefix);

/** The daily quota of answers is used up. */
export class QuotaExceeded extends Error {}

/** A turn counts as abandoned when its last heartbeat is older than this (ms); a live gateway renews it more often. */
const abandonedAfter = 20_000;

/** Milliseconds to wait for another gateway that was asked to stop an answer, and between two looks. */
const endWait = 3_000;
const endPollEvery = 50;

/** These states produced no answer, so a retry is free. */
const freeRetryStates: ReadonlySet<string> = new Set(['interrupted', 'failed']);

export type AnswerTurns = ReturnType<typeof createAnswerTurns>;

export function createAnswerTurns({ db, clock, limits }: Pick<GatewayBase, 'db' | 'clock' | 'limits'>) {
  const today = () => Math.floor(clock() / day);

  /** The operator's setting, or else this server's configuration. */
  const dailyQuota = sql<number>`coalesce((select value::int from setting where name = ${quotaSetting}), ${limits.answersPerDay}::int)`;

  /** Runs in the transaction that begins the answer, so that a crash charges both or neither. @throws QuotaExceeded */
  async function charge(tx: Transaction, identifier: string): Promise<void> {
    const { rows } = await sql<{ answers: number }>`
      insert into ai_use as u (identifier, day, answers) values (${identifier}, ${today()}, 1)
      on conflict (identifier, day) do update set answers = u.answers + 1
        where ${dailyQuota} = 0 or u.answers < ${dailyQuota}
      returning answers`.execute(tx);
    if (rows.length === 0) throw new QuotaExceeded();
  }

  /** The unfinished turns of a conversation. */
  const listWriting = (conversation: string): Promise<AnswerTurn[]> =>
    db
      .selectFrom('ai_turn')
      .selectAll()
      .where('conversation', '=', conversation)
      .where(sql<boolean>`state = 'writing'`)
      .execute();

  return {
    /**
     * Charges a preview to today's quota. Resolves to false, and charges nothing, when this request was charged already,
     * at whichever gateway. @throws QuotaExceeded
     */
    chargePreview: (identifier: string, id: string): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        const [inserted] = await tx
          .insertInto('ai_preview')
          .values({ identifier, id })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        if (inserted?.numInsertedOrUpdatedRows !== 1n) return false;
        await charge(tx, identifier);
        return true;
      }),

    /** Begins a turn without a question, charged like any other. @throws QuotaExceeded */
    async beginUnprompted(tx: Transaction, question: Omit<Question, 'question'>): Promise<AnswerTurn> {
      await charge(tx, question.asker);
      return tx
        .insertInto('ai_turn')
        .values({
          ...question,
          question: `${unpromptedPrefix}${newMessageId()}`,
          answer: newMessageId(),
          state: 'writing',
          touched_at: databaseTime,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /** The number of answers today over all accounts, and the quota per person. */
    async useToday(): Promise<AiUse> {
      const { rows } = await sql<AiUse>`
        select m.most as "mostPerDay", coalesce(sum(u.answers), 0)::int as answers, count(u.identifier)::int as people,
          (count(*) filter (where m.most > 0 and u.answers >= m.most))::int as exhausted
        from (select ${dailyQuota} as most) m left join ai_use u on u.day = ${today()} group by m.most`.execute(db);
      return rows[0]!;
    },

    /** Sets the daily quota per person (0: no limit) and writes an audit log entry. @throws Fault BAD_REQUEST */
    async setDailyQuota(operator: string, most: number): Promise<void> {
      if (!Number.isInteger(most) || most < 0 || most > limits.answersPerDayMax) throw new Fault('BAD_REQUEST');
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('setting')
          .values({ name: quotaSetting, value: String(most) })
          .onConflict((on) => on.column('name').doUpdateSet({ value: String(most) }))
          .execute();
        await addAuditEntry(tx, { time: clock(), who: operator, remote: 'ai' }, ['setAnswerQuota', String(most)]);
      });
    },

    dailyQuota: async (): Promise<number> =>
      (await sql<{ most: number }>`select ${dailyQuota} as most`.execute(db)).rows[0]!.most,

    /** Returns null when the question has an answer, is being answered, or belongs to a human. @throws QuotaExceeded */
    begin: (question: Question): Promise<AnswerTurn | null> =>
      db.transaction().execute(async (tx) => {
        if (await findOpenService(tx, question.conversation)) return null;
        const turn = await tx
          .insertInto('ai_turn')
          .values({ ...question, answer: newMessageId(), state: 'writing', touched_at: databaseTime })
          .onConflict((on) => on.columns(['conversation', 'question']).doNothing())
          .returningAll()
          .executeTakeFirst();
        if (turn) await charge(tx, question.asker);
        return turn ?? null;
      }),

    /** Begins the next round of a question; null while it is being answered. @throws QuotaExceeded */
    retry: (question: Question): Promise<AnswerTurn | null> =>
      db.transaction().execute(async (tx) => {
        if (await findOpenService(tx, question.conversation)) return null;
        const before = await tx
          .selectFrom('ai_turn')
          .selectAll()
          .select(sql<number>`${databaseTime} - touched_at`.as('silence'))
          .where('conversation', '=', question.conversation)
          .where('question', '=', question.question)
          .forUpdate()
          .executeTakeFirst();
        if (!before) return null;
        // The gateway that wrote the answer has stopped. The retry need not wait until a sweep finds that too.
        const isAbandoned = before.state === 'writing' && before.silence > abandonedAfter;
        if (before.state === 'writing' && !isAbandoned) return null;
        if (!isAbandoned && !freeRetryStates.has(before.state)) await charge(tx, question.asker);
        return tx
          .updateTable('ai_turn')
          .set({ state: 'writing', round: before.round + 1, touched_at: databaseTime })
          .where('conversation', '=', question.conversation)
          .where('question', '=', question.question)
          .returningAll()
          .executeTakeFirstOrThrow();
      }),

    /**
     * Resolves when no gateway writes this question's answer, or after a moment: the gateway that wrote it may be dead.
     */
    async waitForEnd({ conversation, question }: Pick<Question, 'conversation' | 'question'>): Promise<void> {
      const isWriting = async () => (await listWriting(conversation)).some((turn) => turn.question === question);
      for (let waited = 0; waited < endWait && (await isWriting()); waited += endPollEvery) await sleep(endPollEvery);
    },

    listWriting,

    /** Marks the turn as still in progress. */
    async renew({ conversation, question, round }: AnswerTurn): Promise<void> {
      await db
        .updateTable('ai_turn')
        .set({ touched_at: databaseTime })
        .where('conversation', '=', conversation)
        .where('question', '=', question)
        .where('round', '=', round)
        .execute();
    },

    /** Turns whose last heartbeat is older than `since`; the default is longer than a device waits for a stream. */
    listAbandoned: (since?: number): Promise<AnswerTurn[]> =>
      db
        .selectFrom('ai_turn')
        .selectAll()
        .where(sql<boolean>`state = 'writing'`)
        .where('touched_at', '<', since ?? sql<number>`${databaseTime} - ${limits.streamCacheFor}::bigint`)
        .execute(),

    /** Answers per day, the newest day last. */
    usage: async (identifier: string, days: number): Promise<{ day: number; answers: number }[]> =>
      db
        .selectFrom('ai_use')
        .select(['day', 'answers'])
        .where('identifier', '=', identifier)
        .where('day', '>', today() - days)
        .orderBy('day')
        .execute(),

    async dropOld(): Promise<void> {
      await db
        .deleteFrom('ai_use')
        .where('day', '<', today() - 60)
        .execute();
      await db
        .deleteFrom('ai_preview')
        .where(sql<boolean>`requested_at < now() - interval '1 day'`)
        .execute();
    },
  };
}
