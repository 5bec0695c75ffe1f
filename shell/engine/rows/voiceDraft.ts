// The rows of a recording that was not sent: one for its state, and one for each stored part of its sound.
import type { AccountDb } from '@amber/client/db';
import type { StoredRecording } from '../keys/identityRows.ts';
import { deleteIdentityRow, deleteIdentityRows, getIdentityRow } from '../keys/identityRows.ts';

/** Returns the id of a part; the first one has the number 0. */
export const partIdOf = (recording: string, number: number): string => `${recording} ${number}`;

/** Returns the ids of the stored parts, in order. */
export const partIdsOf = ({ recording, parts }: StoredRecording): string[] =>
  Array.from({ length: parts }, (_, number) => partIdOf(recording, number));

/**
 * Deletes the recording of a conversation with its sound; with `recording`, only that one. Must be called inside a
 * transaction that holds `identity`.
 */
export async function deleteVoiceDraft(db: AccountDb, conversationId: string, recording?: string): Promise<void> {
  const draft = await getIdentityRow(db, 'voiceDraft:', conversationId);
  if (!draft || (recording !== undefined && draft.recording !== recording)) return;
  await Promise.all([
    deleteIdentityRow(db, 'voiceDraft:', conversationId),
    deleteIdentityRows(db, 'voicePart:', partIdsOf(draft)),
  ]);
}
