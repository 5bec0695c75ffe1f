import type { MessageRow } from '@amber/client/rows';
import { expect, test } from 'vitest';
import { messageText } from './messageKinds.ts';
import { quoteOf } from './quoteOf.ts';

const row = (type: string, body: object, rest: object = {}) =>
  ({
    id: 'm1',
    ...rest,
    content: { type, message: JSON.stringify(body), sender: { identifier: 'a' }, anonymous: false },
  }) as unknown as MessageRow;
const body = {
  file: { key: 'k', uri: 'u', digest: 'd', preview: '' },
  name: 'holiday.jpg',
  size: 10,
  mime: 'image/jpeg',
};

test.each([
  ['image', 'Photo', { text: 'holiday.jpg', picture: 'image' }],
  ['video', 'Video', { text: 'holiday.jpg', picture: 'video' }],
  ['audio', 'holiday.jpg', { text: 'holiday.jpg' }],
  ['file', 'holiday.jpg', { text: 'holiday.jpg' }],
])('R171 R98 a message of the kind %s reads %j, and is quoted without words of a language', (type, line, quote) => {
  expect(messageText(row(type, body))).toBe(line);
  expect(quoteOf(row(type, body))).toEqual({ id: 'm1', author: 'a', ...quote });
});

test('R62 a voice message reads as such with its length, and its quote has no words of a language', () => {
  const voice = (duration: number) => row('audio', { ...body, name: 'voice.mp3', voice: true, duration });
  expect(messageText(voice(7_400))).toBe('Voice message, 0:07');
  expect(quoteOf(voice(7_400))).toEqual({ id: 'm1', author: 'a', picture: 'voice', text: '0:07' });
  // A claimed length is bounded by what a recorder can produce.
  expect(messageText(voice(1e300))).toBe('Voice message, 15:00');
});

test('R60 a file that was withdrawn has no line, nor has what is none', () => {
  expect(messageText(row('image', body, { withdrawn: { by: 'a', at: 1 } }))).toBe('');
  expect(messageText(row('image', { file: 'no' }))).toBe('');
  expect(messageText(row('text', { text: 'words' }))).toBe('words');
});
