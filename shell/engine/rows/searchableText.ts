// The text by which search finds a message.
import type { MessageRow } from '@amber/client/db';
import { readFile } from '@amber/proto/bodies';
import { textOf } from './messageKinds.ts';

/** Whether search finds the message by the name of its file. */
export function isFoundByName({ content }: MessageRow): boolean {
  const file = readFile(content);
  return file !== null && !file.voice;
}

/**
 * Returns what search finds of a message: of a voice message its transcript, because its file name says nothing; of
 * another file its caption and its name.
 */
export function searchableTextOf(message: MessageRow, me: string): string {
  const { content, transcript } = message;
  const text = textOf(message);
  const file = readFile(content);
  // A message whose text must not be shown has none, not even the name of its file.
  if (!file || text === '') return text;
  if (!file.voice) return text === file.name ? text : `${text} ${file.name}`;
  // Only a bot reads the text of a sender. From another person it could say anything about the sound.
  return transcript?.text ?? (content.sender?.identifier === me ? (file.transcript ?? '') : '');
}
