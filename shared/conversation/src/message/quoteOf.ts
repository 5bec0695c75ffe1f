// Creates the quote that a reply carries.
import type { MessageRow } from '@amber/client/db';
import { type Quote, readFile } from '@amber/proto/bodies';
import { messageText } from './messageKinds.ts';

const maxLength = 200;

/** Returns a quote of the beginning of the message. It splits no character, and omits the author if anonymous. */
export function quoteOf(message: MessageRow): Quote {
  const { id, content, withdrawn } = message;
  const { type } = content;
  // The text 'Photo' would be in the language of the writer, so the quote names the kind of file instead.
  const picture = !withdrawn && (type === 'image' || type === 'video') ? readFile(content) : null;
  const text = picture?.name ?? messageText(message);
  return {
    id,
    author: content.anonymous ? '' : (content.sender?.identifier ?? ''),
    ...(type === 'ai' && { ai: true }),
    ...(picture && { picture: type as 'image' | 'video' }),
    text:
      text.length <= maxLength
        ? text
        : `${text
            .slice(0, maxLength)
            .toWellFormed()
            .replace(/\uFFFD$/u, '')}…`,
  };
}
