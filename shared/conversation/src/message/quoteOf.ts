// Creates the quote that a reply carries.
import type { MessageRow } from '@amber/client/rows';
import type { Quote, QuotedPart } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { currentFile } from '../kit/currentText.ts';
import { messageText, voiceLength } from './messageKinds.ts';

const maxLength = 200;

/**
 * Returns a quote of the beginning of the message, and of which part of its text the reply is about. The beginning splits
 * no character; an anonymous author is omitted.
 */
export function quoteOf(message: MessageRow, part?: QuotedPart): Quote {
  const { id, content } = message;
  const { type } = content;
  // The text 'Photo' would be in the language of the writer, so the quote names the kind of file instead.
  const file = currentFile(message);
  // A caption says more than the kind, and every build shows the text of a quote that names no kind.
  const isShownByKind = file && !file.caption && (type === 'image' || type === 'video');
  const picture = file?.voice ? 'voice' : isShownByKind ? type : undefined;
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
    ...(part && part.to <= limits.textMax && { part }),
  };
}
