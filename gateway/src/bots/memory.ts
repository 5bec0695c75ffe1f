// Stores what bots remember about a person. Only the person's own text becomes a memory, never a model's.
import { randomBytes } from 'node:crypto';
import type { AiMemory } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { checkText } from '../core/checks.ts';
import type { Notices } from '../messages/push/notices.ts';
import type { Db, Transaction } from '../db/store.ts';
import { extractFacts } from './facts.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

interface MemoryPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits'> {
  notices: Notices;
}

/** A memory belongs to one bot and one person. */
export interface MemoryKey {
  bot: string;
  person: string;
}

export type Memory = ReturnType<typeof createMemory>;

export function createMemory({ db, clock, limits, notices }: MemoryPorts) {
  const rowsOf = ({ bot, person }: MemoryKey, within: Db = db) =>
    within.selectFrom('ai_memory').where('bot', '=', bot).where('person', '=', person);

  const remembers = async ({ bot, person }: MemoryKey): Promise<boolean> =>
    !(await db
      .selectFrom('ai_forgets')
      .select('bot')
      .where('bot', '=', bot)
      .where('person', '=', person)
      .executeTakeFirst());

  const texts = async (key: MemoryKey, within?: Transaction): Promise<string[]> =>
    (await rowsOf(key, within).select('text').orderBy('created_at').orderBy('id').execute()).map(({ text }) => text);

  /** Returns false when the memory is already known. @throws Fault MEMORY_FULL */
  async function add(
    key: MemoryKey,
    { text, conversation = '', message = '' }: { text: string; conversation?: string; message?: string },
  ): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      // The person's row is the lock: concurrent additions are counted one after the other.
      await notices.lock(tx, [key.person]);
      const known = await texts(key, tx);
      if (known.some((one) => one.toLowerCase() === text.toLowerCase())) return false;
      if (known.length >= limits.memoriesMax) throw new Fault('MEMORY_FULL');
      await tx
        .insertInto('ai_memory')
        .values({ id: randomBytes(12).toString('base64url'), ...key, text, conversation, message, created_at: clock() })
        .execute();
      return true;
    });
  }

  return {
    add,

    /** Returns the bot's memories, oldest first; none while remembering is switched off. */
    known: async (key: MemoryKey): Promise<string[]> => ((await remembers(key)) ? texts(key) : []),

    /** Lists the memories, newest first. */
    async list(key: MemoryKey): Promise<{ list: AiMemory[]; remembers: boolean }> {
      const rows = await rowsOf(key).selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
      return {
        list: rows.map(({ id, text, conversation, message, created_at }) => ({
          id,
          text,
          conversationId: conversation,
          messageId: message,
          time: created_at,
        })),
        remembers: await remembers(key),
      };
    },

    /** Remembers the facts in a person's text and notifies the person's devices. */
    async learn(key: MemoryKey, source: { text: string; conversation: string; message: string }): Promise<void> {
      if (!(await remembers(key))) return;
      for (const fact of extractFacts(source.text)) {
        const text = fact.slice(0, limits.memoryMax);
        const isNew = await add(key, { ...source, text }).catch((thrown: unknown) => {
          // The memory page shows that the list is full; a chat is not interrupted for it.
          if (Fault.of(thrown).code === 'MEMORY_FULL') return false;
          throw thrown;
        });
        if (!isNew) continue;
        const emit = await db.transaction().execute((tx) =>
          notices.add(tx, key.person, {
            type: 'command',
            cmdId: 'newMemory',
            identifier: key.bot,
            conversationId: source.conversation,
            body: JSON.stringify({ aiBotId: key.bot, text }),
          }),
        );
        emit();
      }
    },

    /** @throws Fault BAD_REQUEST, NO_MESSAGE when the memory has been deleted. */
    async change({ bot, person }: MemoryKey, id: string, text: string): Promise<void> {
      const { numUpdatedRows } = await db
        .updateTable('ai_memory')
        .set({ text: checkText(text, limits.memoryMax) })
        .where('id', '=', id)
        .where('bot', '=', bot)
        .where('person', '=', person)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Fault('NO_MESSAGE');
    },

    /** Deletes one memory, or all of them without an id. */
    async forget({ bot, person }: MemoryKey, id?: string): Promise<void> {
      let deletion = db.deleteFrom('ai_memory').where('bot', '=', bot).where('person', '=', person);
      if (id !== undefined) deletion = deletion.where('id', '=', id);
      await deletion.execute();
    },

    async setRemembers({ bot, person }: MemoryKey, on: boolean): Promise<void> {
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
