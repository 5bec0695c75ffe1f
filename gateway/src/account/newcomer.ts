// The assistant that every new account starts with.
import { insertBot } from '../bots/insertBot.ts';
import type { Transaction } from '../db/store.ts';

const assistant = {
  type: 'assistant' as const,
  name: 'Amber Assistant',
  name_en: 'Amber Assistant',
  avatar: '/chat/pictures/assistant.svg',
  image: '/chat/pictures/assistantPortrait.svg',
  characters: ['Helpful', 'Patient', 'To the point'],
};

/** Must be called in the transaction that creates the person. */
export async function greetNewcomer(tx: Transaction, identifier: string, now: number): Promise<void> {
  await insertBot(tx, { owner: identifier, ...assistant, updated_at: now });
}
