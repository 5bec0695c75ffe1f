// The text of a message, for a bot or for a human who answers in its place.
import type { Content } from '@amber/proto';
import { readAnswer, readFile, readText } from '@amber/proto/bodies';

type Readable = Pick<Content, 'type' | 'message'>;

/** The text of a text message or an answer, or the transcript of a voice message; empty for others. */
export const messageText = (content: Readable): string =>
  readText(content)?.text ?? readAnswer(content)?.text ?? readFile(content)?.transcript ?? '';

/** Why a voice message has no text: its device could not convert it, or the service heard no words. */
export type MissingTranscript = 'notConverted' | 'noWords';

/** Returns why a voice message has no text, which a bot needs; null for one that has it, and for other messages. */
export function missingTranscript(content: Readable): MissingTranscript | null {
  const file = readFile(content);
  if (file?.voice !== true || file.transcript?.trim()) return null;
  return file.transcript === undefined ? 'notConverted' : 'noWords';
}
