// What the list shows under a conversation's name.
import type { MessageRow } from '@amber/client/db';
import { readText } from '@amber/proto/bodies';
import { textOf } from './content.ts';
import { strings } from './strings.ts';

type Said = Pick<MessageRow, 'content' | 'withdrawn' | 'edited'>;

/** The words of a message as they stand now; empty for a kind without words, and where they were taken back. */
export function wordsOf({ content, withdrawn, edited }: Said): string {
  if (withdrawn) return '';
  const edit = edited && readText({ type: 'text', message: edited.message });
  return edit?.text ?? textOf(content);
}

/** What the list shows of it. */
export const previewOf = (message: Said): string => (message.withdrawn ? strings.withdrawn : wordsOf(message));
