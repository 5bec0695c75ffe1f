import type { MessageRow } from '@amber/client/rows';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { TimelineRow } from '../../kit/timelineRow.ts';
import { UnsupportedBubble } from './UnsupportedBubble.tsx';

/** A row as a version shows it that does not know the command. */
const shown = (type: string, body: unknown) =>
  renderToStaticMarkup(
    <UnsupportedBubble
      row={{ message: { content: { type, message: JSON.stringify(body) } } as MessageRow } as TimelineRow}
    />,
  );

test('R189 R62 a version that does not know reactions or edits shows their text', () => {
  expect(shown('reaction', { emoji: '👍', on: true, text: '👍' })).toMatch(/Unsupported message.*👍/);
  expect(shown('edit', { text: 'Better' })).toMatch(/Unsupported message.*Better/);
  expect(shown('edit', { text: '<img src=x>' })).toContain('&lt;img');
});

test.each([{ text: 7 }, { text: ' ' }, ['text'], null])(
  'R62 without a readable text it is only unsupported: %j',
  (body) => {
    expect(shown('poll', body)).toMatch(/^<span[^>]*>Unsupported message<\/span>$/);
  },
);
