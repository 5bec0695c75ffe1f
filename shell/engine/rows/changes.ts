// Withdrawals, edits, reactions and the final text of streams: stored as separate rows, and applied to the message that
// they change.
import type { AccountDb, ChangeRow, MessageRow, Reaction } from '@amber/client/db';
import { changesOf, editsOf } from '@amber/client/changesOf';
import { readBody } from '@amber/proto/bodies';
import { relist } from './listing.ts';

/**
 * Returns the reactions after this change. Anonymous people have no identifier, so each of their reactions counts.
 */
function withReaction(all: readonly Reaction[], { by, message }: ChangeRow): Reaction[] {
  const { emoji, on } = readBody(message);
  if (typeof emoji !== 'string' || emoji === '') return [...all];
  const before = all.find((reaction) => reaction.emoji === emoji)?.by ?? [];
  const position = before.indexOf(by);
  const after =
    on === false
      ? before.filter((_, index) => index !== position)
      : position >= 0 && by !== ''
        ? before
        : [...before, by];
  const others = all.filter((reaction) => reaction.emoji !== emoji);
  if (after.length === 0) return others;
  if (before.length === 0) return [...others, { emoji, by: after }];
  return all.map((reaction) => (reaction.emoji === emoji ? { emoji, by: after } : reaction));
}

/**
 * Returns the message with its changes applied. The result does not depend on the order in which they arrived, and the
 * original content stays. Edits by anybody but the author, changes from another conversation, and changes that could
 * not be decrypted are ignored.
 */
export function applyChanges(message: MessageRow, changes: readonly ChangeRow[]): MessageRow {
  const { withdrawn: _withdrawn, edited: _edited, reactions: _reactions, transcript, ...original } = message;
  const author = message.content.sender?.identifier ?? '';
  const sorted = changesOf(message, changes);
  const withdrawal = sorted.find(({ kind }) => kind === 'withdraw');
  const edit = editsOf(message, sorted).at(-1);
  const answer = sorted.findLast(({ kind, by }) => kind === 'streamEnd' && by === author);
  const reactions = sorted.filter(({ kind }) => kind === 'reaction').reduce<Reaction[]>(withReaction, []);
  return {
    ...original,
    // Like the file of a withdrawn message, its text is removed from this device, unless that can still be undone.
    ...(transcript && (!withdrawal || withdrawal.undoUntil !== undefined) && { transcript }),
    ...(withdrawal && {
      withdrawn: {
        by: withdrawal.by,
        at: withdrawal.at,
        ...(withdrawal.undoUntil !== undefined && { undoUntil: withdrawal.undoUntil }),
      },
    }),
    ...(edit && { edited: { message: edit.message, at: edit.at } }),
    ...(answer && { answer: answer.message, answerAt: answer.at }),
    ...(reactions.length > 0 && { reactions }),
  };
}

/** Returns the messages with the stored changes applied. Must be called inside a transaction that holds `changes`. */
export async function withChanges(db: AccountDb, messages: readonly MessageRow[]): Promise<MessageRow[]> {
  const changes = await db.changes
    .where('target')
    .anyOf(messages.map(({ id }) => id))
    .toArray();
  return messages.map((message) => applyChanges(message, changes));
}

/**
 * Applies the stored changes again to the messages `targets`, updates the preview in the list, and deletes the files of
 * withdrawn messages. Must be called inside a transaction that holds `messages`, `changes`, `conversations` and
 * `files`.
 */
export async function reapplyChanges(db: AccountDb, conversationId: string, targets: readonly string[]): Promise<void> {
  const stored = (await db.messages.bulkGet([...new Set(targets)])).filter((message) => message !== undefined);
  if (stored.length === 0) return;
  const updated = await withChanges(db, stored);
  await db.messages.bulkPut(updated);
  await db.files.bulkDelete(
    updated.flatMap(({ id, withdrawn }) => (withdrawn && withdrawn.undoUntil === undefined ? [id] : [])),
  );
  await relist(db, conversationId, targets);
}
