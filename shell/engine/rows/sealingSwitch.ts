// Whether a private chat is encrypted. Numbered commands switch it: the higher number wins, and among equal numbers
// 'on' does.
import type { AccountDb, ConversationRow } from '@amber/client/db';
import { readBody } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import type { Command, CommandContext } from './command.ts';
import { pinsOf } from '../keys/tables.ts';
import { putLocalLine } from './systemLines.ts';

interface SealingState {
  number: number;
  on: boolean;
}

export const sealingOf = ({ sealing, userSetting }: ConversationRow): SealingState =>
  sealing ?? { number: 0, on: userSetting?.encrypted === true };

const parseSwitch = (message: string): SealingState | null => {
  const { number, encrypted } = readBody(message);
  return Number.isSafeInteger(number) && typeof encrypted === 'boolean'
    ? { number: number as number, on: encrypted }
    : null;
};

/**
 * Whether `next` replaces `now`. A number that is far ahead is refused, because it would leave no numbers for later
 * switches.
 */
const isNewerSwitch = (now: SealingState, next: SealingState): boolean =>
  next.number <= now.number + limits.encryptionNumberLead &&
  (next.number > now.number || (next.number === now.number && next.on && !now.on));

/** Whether this person's safety number has been verified. */
const isVerified = async (db: AccountDb, identifier: string): Promise<boolean> =>
  (await pinsOf(db, identifier).toArray()).some(({ verified }) => verified);

/**
 * Whether a command may switch the encryption of its chat. Must be called inside a transaction that holds
 * `conversations`, `messages` and `pins`.
 */
export async function maySwitchSealing(command: Command, { db, me }: CommandContext): Promise<boolean> {
  const { conversationId, actor, sealed, message, at } = command;
  const conversation = await db.conversations.get(conversationId);
  const next = parseSwitch(message);
  if (!sealed || conversation?.type !== 'private' || !next || !isNewerSwitch(sealingOf(conversation), next))
    return false;
  if (next.on || actor === me.identifier || !(await isVerified(db, actor))) return true;
  // A verified contact asks to switch encryption off: this person agrees by doing the same on their side.
  await putLocalLine(db, { id: `offAsked ${command.id}`, conversationId, cmdId: 'offAsked', actor, at });
  return false;
}

export async function switchSealing({ conversationId, message }: Command, { db }: CommandContext): Promise<void> {
  const sealing = parseSwitch(message);
  const conversation = await db.conversations.get(conversationId);
  if (!sealing || !conversation) return;
  await db.conversations.update(conversationId, { sealing, 'userSetting.encrypted': sealing.on } as object);
}
