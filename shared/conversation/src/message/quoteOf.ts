// What a reply carries of the message it answers.
import type { MessageRow } from '@amber/client/db';
import { type Quote, readFile } from '@amber/proto/bodies';
import { messageText } from './messageKinds.ts';

const maxLength = 200;

/** Its beginning, cut between characters; without its author if it was anonymous. */
export function quoteOf(message: MessageRow): Quote {
  const { id, content, withdrawn } = message;
  const { type } = content;
  // 'Photo' would be said in the language of the writer.
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
