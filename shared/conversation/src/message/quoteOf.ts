// What an answer carries of the message that it answers.
import type { MessageRow } from '@amber/client/db';
import type { Quote } from '@amber/proto/bodies';
import { shownLine } from './messageKinds.ts';

const longest = 200;

/** Its beginning, without a part of a character at its end; nobody's name if it was anonymous. */
export function quoteOf(message: MessageRow): Quote {
  const text = shownLine(message);
  return {
    id: message.id,
    author: message.content.anonymous ? '' : (message.content.sender?.identifier ?? ''),
    text:
      text.length <= longest
        ? text
        : `${text
            .slice(0, longest)
            .toWellFormed()
            .replace(/\uFFFD$/u, '')}…`,
  };
}
