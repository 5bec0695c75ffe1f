import type { MessageRow } from '@amber/client/rows';
import { expect, test } from 'vitest';
import { currentText } from './currentText.ts';

const message = (text: string, rest: Partial<MessageRow> = {}) =>
  ({ content: { type: 'text', message: text }, ...rest }) as MessageRow;

test('R189 an edit takes the place of text and mentions, the quote stays', () => {
  const body = JSON.stringify({ text: 'a', mentions: ['1'], quote: { id: 'q', author: '2', text: 'b' } });
  expect(currentText(message(body))).toEqual({
    text: 'a',
    mentions: ['1'],
    quote: { id: 'q', author: '2', text: 'b' },
  });
  expect(currentText(message(body, { edited: { message: '{"text":"c"}', at: 1 } }))).toEqual({
    text: 'c',
    quote: { id: 'q', author: '2', text: 'b' },
  });
  expect(currentText(message(body, { edited: { message: '{', at: 1 } }))?.text).toBe('a');
});

test('R60 a withdrawn message has no text to show', () => {
  expect(currentText(message('{"text":"a"}', { withdrawn: { by: 'me', at: 1 } }))).toBeNull();
});

test.each(['', 'null', '[]', '{"text":1}', '{', '"text"'])('R62 a text whose body is %j has no text', (body) => {
  expect(currentText(message(body))).toBeNull();
});
