// What stands for a file where there is room for words only.
import type { MessageRow } from '@amber/client/db';
import { type FileType, fileTypes, readBody } from '@amber/proto/bodies';
import { shownText } from '../shownText.ts';
import { strings } from '../strings.ts';

/** Whether a message carries a file; one that was withdrawn does no more. */
export const hasFile = ({ content, withdrawn }: MessageRow): boolean => !withdrawn && (fileTypes as readonly string[]).includes(content.type);

/** A message in one line: its text, or what its file is. Empty for other kinds. */
export function shownLine(message: MessageRow): string {
  if (!hasFile(message)) return shownText(message)?.text ?? '';
  const { name } = readBody(message.content.message);
  return strings.fileLines[message.content.type as FileType] || String(name ?? '');
}
