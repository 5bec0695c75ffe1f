// What bots remember of a person. Only that person's own words become a memory, never a model's.
import { randomBytes } from 'node:crypto';
import type { AiMemory } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { checkText } from '../core/checks.ts';
import type { Notices } from '../messages/push/notices.ts';
import type { Clock } from '../core/clock.ts';
import type { Transaction } from 'kysely';
import type { Db } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';
import { factsIn } from './facts.ts';

interface MemoryPorts {
  db: Db;
  clock: Clock;
  limits: Limits;
  notices: Notices;
}

/** Between one bot and one person. */
export interface Of {
  bot: string;
  person: string;
}

export type Memory = ReturnType<typeof createMemory>;

export function createMemory({ db, clock, limits, notices }: MemoryPorts) {
  const rowsOf = ({ bot, person }: Of, within: Db | Transaction<Tables> = db) =>
    within.selectFrom('ai_memory').where('bot', '=', bot).where('person', '=', person);

  const remembers = async ({ bot, person }: Of): Promise<boolean> =>
    !(await db
      .selectFrom('ai_forgets')
      .select('bot')
      .where('bot', '=', bot)
      .where('person', '=', person)
      .executeTakeFirst());

  const texts = async (of: Of, within?: Transaction<Tables>): Promise<string[]> =>
    (await rowsOf(of, within).select('text').orderBy('created_at').orderBy('id').execute()).map(({ text }) => text);

  /** False when it is known already. @throws Fault MEMORY_FULL */
  async function add(
    of: Of,
    { text, conversation = '', message = '' }: { text: string; conversation?: string; message?: string },
  ): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      // The person's row is the lock: those that are added at once are counted one after the other.
      await tx.selectFrom('person').select('identifier').where('identifier', '=', of.person).forNoKeyUpdate().execute();
      const known = await texts(of, tx);
      if (known.some((one) => one.toLowerCase() === text.toLowerCase())) return false;
      if (known.length >= limits.memoriesMax) throw new Fault('MEMORY_FULL');
      await tx
        .insertInto('ai_memory')
        .values({ id: randomBytes(12).toString('base64url'), ...of, text, conversation, message, created_at: clock() })
        .execute();
      return true;
    });
  }

  return {
    remembers,
    add,

    /** What the bot knows, oldest first; nothing while it is to remember nothing. */
    known: async (of: Of): Promise<string[]> => ((await remembers(of)) ? texts(of) : []),

    /** The newest first. */
    async list(of: Of): Promise<{ list: AiMemory[]; remembers: boolean }> {
      const rows = await rowsOf(of).selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
      return {
        list: rows.map(({ id, text, conversation, message, created_at }) => ({
          id,
          text,
          conversationId: conversation,
          messageId: message,
          time: created_at,
        })),
        remembers: await remembers(of),
      };
    },

    /** Remembers the facts in what a person said, and tells that person's devices. */
    async learn(of: Of, said: { text: string; conversation: string; message: string }): Promise<void> {
      if (!(await remembers(of))) return;
      for (const fact of await factsIn(said.text)) {
        const text = fact.slice(0, limits.memoryMax);
        const isNew = await add(of, { ...said, text }).catch((thrown: unknown) => {
          // A full list is seen where it is: nothing is asked of the person in the middle of a talk.
          if (Fault.of(thrown).code === 'MEMORY_FULL') return false;
          throw thrown;
        });
        if (!isNew) continue;
        const emit = await db.transaction().execute((tx) =>
          notices.keep(tx, of.person, {
            type: 'command',
            cmdId: 'newMemory',
            identifier: of.bot,
            conversationId: said.conversation,
            body: JSON.stringify({ aiBotId: of.bot, text }),
          }),
        );
        emit();
      }
    },

    /** @throws Fault BAD_REQUEST, NO_MESSAGE when it was forgotten meanwhile. */
    async change({ bot, person }: Of, id: string, text: string): Promise<void> {
      const { numUpdatedRows } = await db
        .updateTable('ai_memory')
        .set({ text: checkText(text, limits.memoryMax) })
        .where('id', '=', id)
        .where('bot', '=', bot)
        .where('person', '=', person)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Fault('NO_MESSAGE');
    },

    /** One of them; without an id all. */
    async forget({ bot, person }: Of, id?: string): Promise<void> {
      let gone = db.deleteFrom('ai_memory').where('bot', '=', bot).where('person', '=', person);
      if (id !== undefined) gone = gone.where('id', '=', id);
      await gone.execute();
    },

    async setRemembers({ bot, person }: Of, on: boolean): Promise<void> {
      if (on) await db.deleteFrom('ai_forgets').where('bot', '=', bot).where('person', '=', person).execute();
      else
        await db
          .insertInto('ai_forgets')
          .values({ bot, person })
          .onConflict((known) => known.doNothing())
          .execute();
    },
  };
}
