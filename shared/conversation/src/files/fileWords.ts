// What stands for a file where there is room for words only.
import type { MessageRow } from '@amber/client/db';
import { type FileType, readFile } from '@amber/proto/bodies';
import { shownText } from '../message/shownText.ts';
import { strings } from '../strings.ts';

/** Null for a message that is no file, or was withdrawn. */
export const fileIn = (message: MessageRow) => (message.withdrawn ? null : readFile(message.content));

/** A message in one line: its text, or what its file is. Empty for other kinds. */
export function shownLine(message: MessageRow): string {
  const file = fileIn(message);
  return file ? strings.fileLine[message.content.type as FileType](file.name) : shownText(message)?.text ?? '';
}
