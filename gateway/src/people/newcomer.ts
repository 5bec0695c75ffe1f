// What everybody finds on the first day: an assistant of one's own.
import type { Transaction } from 'kysely';
import type { Tables } from '../store/tables.ts';

const assistant = {
  type: 'assistant' as const,
  name: 'Amber Assistant',
  name_en: 'Amber Assistant',
  avatar: '/chat/pictures/assistant.svg',
  image: '/chat/pictures/assistantPortrait.svg',
  characters: ['Helpful', 'Patient', 'To the point'],
};

/** Belongs into the transaction that makes the person. */
export async function greetNewcomer(tx: Transaction<Tables>, identifier: string, now: number): Promise<void> {
  await tx
    .insertInto('ai_bot')
    .values({ id: `assistant-${identifier}`, owner: identifier, ...assistant, updated_at: now })
    .execute();
}
