// The sound of spoken messages on this device: one WAV file for each message, in the cache of files.
import type { AccountDb, MessageRow, SpokenSentence } from '@amber/client/db';
import { type AiBody, currentAnswer } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { writeWav } from '@amber/proto/wav';
import { markUsed, trimFiles } from '../files/fileCache.ts';
import { fromText, toBase64 } from '../keys/bytes.ts';
import { textOf } from '../rows/messageKinds.ts';

/** The text of a message at one time. */
export interface SpokenText {
  text: string;
  /** Of an answer: its round, and whether it was still being written. */
  answer: Pick<AiBody, 'round' | 'state'> | null;
}

export interface Sound {
  sound: Blob;
  cloned: boolean;
  sentences: SpokenSentence[];
}

interface StoredSound extends Pick<Sound, 'cloned' | 'sentences'> {
  /** Of the message. */
  id: string;
  /** The text when the sound began. */
  spoken: SpokenText;
  samples: Int16Array;
  now: number;
}

export const spokenTextOf = (message: MessageRow): SpokenText => ({
  text: textOf(message),
  answer: currentAnswer(message.content, message.answer),
});

export const isGrowing = ({ answer }: SpokenText): boolean => answer?.state === 'writing';

/** Whether a sound that was begun for `before` is that of `after`: an answer may have grown meanwhile. */
const isSameText = (before: SpokenText, after: SpokenText): boolean =>
  before.answer?.round === after.answer?.round &&
  (isGrowing(before) ? after.text.startsWith(before.text) : after.text === before.text);

const digestOf = async (text: string): Promise<string> =>
  toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', fromText(text))));

/** Returns the stored sound of a message, unless its text has changed since. */
export async function readSound(db: AccountDb, message: MessageRow, now: number): Promise<Sound | null> {
  const file = await db.files.get(message.id);
  if (!file?.spoken || isGrowing(spokenTextOf(message))) return null;
  if (file.spoken.digest !== (await digestOf(textOf(message)))) return null;
  // A browser may evict a file that a row refers to.
  const isReadable = await file.blob
    .slice(0, 1)
    .arrayBuffer()
    .then(Boolean, () => false);
  if (!isReadable) return null;
  await markUsed(db, file, now);
  return { sound: file.blob, cloned: file.spoken.cloned, sentences: file.spoken.sentences };
}

/**
 * Stores the whole sound of a message under its id, so that it is deleted with it, and evicted like a file that can be
 * fetched again. Does nothing if the message is gone, or its text is another one than that which was spoken.
 */
export async function storeSound(
  db: AccountDb,
  { id, spoken, samples, cloned, sentences, now }: StoredSound,
): Promise<void> {
  const blob = new Blob([writeWav(samples, limits.speechSampleRate)], { type: 'audio/wav' });
  const message = await db.messages.get(id);
  const text = message ? textOf(message) : '';
  const digest = await digestOf(text);
  const isStored = await db.transaction('rw', db.messages, db.files, async () => {
    const current = await db.messages.get(id);
    if (!current || textOf(current) !== text) return false;
    const after = spokenTextOf(current);
    if (isGrowing(after) || !isSameText(spoken, after)) return false;
    await db.files.put({ id, key: '', state: 'here', blob, usedAt: now, spoken: { digest, cloned, sentences } });
    return true;
  });
  if (isStored) await trimFiles(db);
}
