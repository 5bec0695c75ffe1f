// The current text of a message.
import type { MessageRow } from '@amber/client/rows';
import { readText, type TextBody } from '@amber/proto/bodies';

/**
 * Returns the body of a text message with its latest edit applied, for display, copying, quoting and forwarding.
 * Returns null for other kinds and for a withdrawn message.
 */
export function currentText(message: MessageRow): TextBody | null {
  if (message.withdrawn) return null;
  const body = readText(message.content);
  if (!body || !message.edited) return body;
  const edit = readText({ type: 'text', message: message.edited.message });
  if (!edit) return body;
  const { mentions: _, ...rest } = body;
  return { ...rest, text: edit.text, ...(edit.mentions && { mentions: edit.mentions }) };
}
