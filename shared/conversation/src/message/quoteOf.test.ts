import type { MessageRow } from '@amber/client/rows';
import { readText } from '@amber/proto/bodies';
import { expect, test } from 'vitest';
import { quotedText } from './bubbles/quotedText.ts';
import { quoteOf } from './quoteOf.ts';

const row = (text: string, rest: object = {}, content: object = {}) =>
  ({
    id: 'm1',
    ...rest,
    content: {
      type: 'text',
      message: JSON.stringify({ text }),
      sender: { identifier: 'a' },
      anonymous: false,
      ...content,
    },
  }) as unknown as MessageRow;

test('R171 an answer carries who said what', () => {
  expect(quoteOf(row('hello'))).toEqual({ id: 'm1', author: 'a', text: 'hello' });
  expect(quoteOf(row('hello', { edited: { message: '{"text":"changed"}', at: 1 } })).text).toBe('changed');
});

test('R59 the author of an anonymous message stays unnamed in its quote', () => {
  expect(quoteOf(row('hello', {}, { anonymous: true })).author).toBe('');
});

test('R171 a long message is quoted by its beginning', () => {
  const { text } = quoteOf(row('x'.repeat(199) + '😀'.repeat(9)));
  expect(text).toBe(`${'x'.repeat(199)}…`);
});

test('R169 a quoted answer of an AI stays one', () => {
  const answer = { text: 'At eight', question: 'q', round: 0, chunks: 1, state: 'done' };
  const quote = quoteOf(row('', {}, { type: 'ai', message: JSON.stringify(answer) }));
  expect(quote).toEqual({ id: 'm1', author: 'a', text: 'At eight', ai: true });
  expect(readText({ type: 'text', message: JSON.stringify({ text: 'Sure?', quote }) })).toEqual({
    text: 'Sure?',
    quote,
  });
  expect(quoteOf(row('At eight')).ai).toBeUndefined();
});

test('R212 a picture is quoted by its current caption, which every build shows', () => {
  const picture = { file: { key: 'k', uri: 'u', digest: 'd' }, name: 'a.png', size: 1, mime: 'image/png' };
  const captioned = { type: 'image', message: JSON.stringify({ ...picture, caption: 'our trip' }) };
  expect(quoteOf(row('', {}, captioned))).toEqual({ id: 'm1', author: 'a', text: 'our trip' });
  expect(quoteOf(row('', { edited: { message: '{"text":"my trip"}', at: 1 } }, captioned)).text).toBe('my trip');
  const plain = { type: 'image', message: JSON.stringify(picture) };
  expect(quoteOf(row('', {}, plain))).toEqual({ id: 'm1', author: 'a', text: 'a.png', picture: 'image' });
});

test('R171 a quote of a part names its place, beside the beginning that older builds show', () => {
  expect(quoteOf(row('hello there'), { from: 6, to: 11 })).toEqual({
    id: 'm1',
    author: 'a',
    text: 'hello there',
    part: { from: 6, to: 11 },
  });
});

const text = `We meet at **eight** ${'and then '.repeat(40)}go home`;
const quote = quoteOf(row(text), { from: 11, to: 20 });

test('R171 a quoted part is read from the message, without its markup', () => {
  expect(quotedText(row(text), quote, 5)).toBe('eight');
});

test('R171 it is not shown once the message is edited or withdrawn, nor where the offsets do not fit', () => {
  const edited = { message: JSON.stringify({ text: text.replace('go home', 'stay') }), at: 6 };
  expect(quotedText(row(text, { edited }), quote, 5)).toBe('');
  expect(quotedText(row(text, { edited }), quote, 7)).toBe('eight'); // the edited text was quoted
  expect(quotedText(row(text.replace('eight', 'nine!')), quote, 5)).toBe('');
  expect(quotedText(row(text, { withdrawn: { by: 'a', at: 1 } }), quote, 5)).toBe('');
  expect(quotedText(row('We'), { ...quote, text: 'We' }, 5)).toBe('');
});

test('R171 a quote of the whole message has no part', () => {
  expect(quotedText(row(text), quoteOf(row(text)), 5)).toBe('');
});
