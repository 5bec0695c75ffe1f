// The current text of a message, or the caption of its file.
import type { MessageRow } from '@amber/client/rows';
import { currentAnswer, type FileBody, readFile, readText, type TextBody } from '@amber/proto/bodies';

const editOf = ({ edited }: MessageRow): TextBody | null =>
  edited ? readText({ type: 'text', message: edited.message }) : null;

/**
 * Returns the body of a text message with its latest edit applied, for display, copying, quoting and forwarding.
 * Returns null for other kinds and for a withdrawn message.
 */
export function currentText(message: MessageRow): TextBody | null {
  if (message.withdrawn) return null;
  const body = readText(message.content);
  const edit = body && editOf(message);
  if (!edit) return body;
  const { mentions: _, ...rest } = body;
  return { ...rest, text: edit.text, ...(edit.mentions && { mentions: edit.mentions }) };
}

/** Returns the body of a file message with the latest edit of its caption applied; null as above. */
export function currentFile(message: MessageRow): FileBody | null {
  if (message.withdrawn) return null;
  const body = readFile(message.content);
  const edit = body && !body.voice && editOf(message);
  if (!edit) return body;
  const { mentions: _, ...rest } = body;
  return { ...rest, caption: edit.text, ...(edit.mentions && { mentions: edit.mentions }) };
}

/** Returns the text that a person has written: that of a message, or the caption of a file. Null if there is none. */
export function writtenText(message: MessageRow): Pick<TextBody, 'text' | 'mentions'> | null {
  const file = currentFile(message);
  return file?.caption ? { ...file, text: file.caption } : currentText(message);
}

/** Returns the text that a bubble shows: the written one, or the answer of a bot. Empty if there is none. */
export const shownText = (message: MessageRow): string =>
  writtenText(message)?.text ?? (message.withdrawn ? '' : (currentAnswer(message.content, message.answer)?.text ?? ''));
