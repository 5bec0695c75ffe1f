// The text by which search finds a message.
import type { MessageRow } from '@amber/client/db';
import { readFile } from '@amber/proto/bodies';
import { textOf } from './messageKinds.ts';

/** Whether search finds the message by the name of its file. */
export function isFoundByName({ content }: MessageRow): boolean {
  const file = readFile(content);
  return file !== null && !file.voice;
}

/** Returns what search finds of a message: of a voice message its transcript, because its file name says nothing. */
export function searchableTextOf(message: MessageRow, me: string): string {
  const { content, transcript } = message;
  const voice = content.type === 'audio' ? readFile(content) : null;
  // A message whose text must not be shown has none, not even the name of its file.
  if (!voice?.voice || textOf(message) === '') return textOf(message);
  // Only a bot reads the text of a sender. From another person it could say anything about the sound.
  return transcript?.text ?? (content.sender?.identifier === me ? (voice.transcript ?? '') : '');
}
