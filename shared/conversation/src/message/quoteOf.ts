// Creates the quote that a reply carries.
import type { MessageRow } from '@amber/client/rows';
import { type Quote, readFile } from '@amber/proto/bodies';
import { messageText, voiceLength } from './messageKinds.ts';

const maxLength = 200;

/** Returns a quote of the beginning of the message. It splits no character, and omits the author if anonymous. */
export function quoteOf(message: MessageRow): Quote {
  const { id, content, withdrawn } = message;
  const { type } = content;
  // The text 'Photo' would be in the language of the writer, so the quote names the kind of file instead.
  const file = withdrawn ? null : readFile(content);
  const picture = file?.voice ? 'voice' : file && (type === 'image' || type === 'video') ? type : undefined;
  const text = !picture ? messageText(message) : picture === 'voice' ? voiceLength(file!) : file!.name;
  return {
    id,
    author: content.anonymous ? '' : (content.sender?.identifier ?? ''),
    ...(type === 'ai' && { ai: true }),
    ...(picture && { picture }),
    text:
      text.length <= maxLength
        ? text
        : `${text
            .slice(0, maxLength)
            .toWellFormed()
            .replace(/\uFFFD$/u, '')}…`,
  };
}
