// The assistant that every new account starts with.
import type { Transaction } from 'kysely';
import { insertBot } from '../bots/insertBot.ts';
import type { Tables } from '../db/tables.ts';

const assistant = {
  type: 'assistant' as const,
  name: 'Amber Assistant',
  name_en: 'Amber Assistant',
  avatar: '/chat/pictures/assistant.svg',
  image: '/chat/pictures/assistantPortrait.svg',
  characters: ['Helpful', 'Patient', 'To the point'],
};

/** Must be called in the transaction that creates the person. */
export async function greetNewcomer(tx: Transaction<Tables>, identifier: string, now: number): Promise<void> {
  await insertBot(tx, { owner: identifier, ...assistant, updated_at: now });
}
