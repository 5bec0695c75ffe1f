// What the list shows under a conversation's name.
import type { MessageRow } from '@amber/client/db';
import { readText } from '@amber/proto/bodies';
import { textOf } from './content.ts';
import { strings } from './strings.ts';

/** The words of a message as they stand now; empty for a kind without words. */
export function previewOf({ content, withdrawn, edited }: Pick<MessageRow, 'content' | 'withdrawn' | 'edited'>): string {
  if (withdrawn) return strings.withdrawn;
  const edit = edited && readText({ type: 'text', message: edited.message });
  return edit?.text ?? textOf(content);
}
