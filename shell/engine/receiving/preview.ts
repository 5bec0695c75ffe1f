// What the list shows under a conversation's name.
import type { MessageRow } from '@amber/client/db';
import { readFile, readText } from '@amber/proto/bodies';
import { textOf } from '../sending/content.ts';
import { strings } from '../strings.ts';

type Said = Pick<MessageRow, 'content' | 'withdrawn' | 'edited'>;

/** Kinds of files whose name says little. */
const kinds = new Map<string, string>([['image', strings.photo], ['video', strings.video]]);

/** The words of a message as they stand now, of a file its name; empty for a kind without words, and where they were taken back. */
export function wordsOf({ content, withdrawn, edited }: Said): string {
  if (withdrawn) return '';
  const edit = edited && readText({ type: 'text', message: edited.message });
  return edit?.text ?? (textOf(content) || readFile(content)?.name || '');
}

/** What the list shows of it. */
export const previewOf = (message: Said): string => (message.withdrawn ? strings.withdrawn : kinds.get(message.content.type) ?? wordsOf(message));
