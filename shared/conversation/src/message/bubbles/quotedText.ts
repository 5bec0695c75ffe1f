// The text of a quoted part of a message, which comes from the message itself.
import type { MessageRow } from '@amber/client/rows';
import type { Quote } from '@amber/proto/bodies';
import { toPlainText } from '../../markdown/stripMarkdown.ts';
import { shownText } from '../../kit/currentText.ts';

/**
 * Returns the quoted part; '' if the whole message is quoted, or if the message has been withdrawn or edited since it was
 * quoted: the offsets then mean another text.
 */
export function quotedText(message: MessageRow, { part, text }: Quote, quotedAt: number): string {
  const whole = shownText(message);
  if (!part || part.to > whole.length || (message.edited?.at ?? 0) > quotedAt) return '';
  return whole.startsWith(text.replace(/…$/u, '')) ? toPlainText(whole.slice(part.from, part.to)) : '';
}
