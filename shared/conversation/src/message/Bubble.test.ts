import type { MessageRow } from '@amber/client/rows';
import { fileTypes } from '@amber/proto/bodies';
import { expect, test } from 'vitest';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { bubbleFor } from './Bubble.tsx';

const row = (type: string, rest: Partial<MessageRow> = {}, mine = false) =>
  ({ mine, message: { copy: 'open', content: { type, message: '{"text":"x"}' }, ...rest } }) as TimelineRow;

test('R62 a text has its bubble, an unknown type reads as unsupported', () => {
  expect(bubbleFor(row('text')).name).toBe('TextBubble');
  expect(bubbleFor(row('hologram')).name).toBe('UnsupportedBubble');
  expect(bubbleFor(row('constructor')).name).toBe('UnsupportedBubble');
});

test.each(fileTypes)('R62 a message of the kind %s has its bubble', (type) => {
  expect(bubbleFor(row(type)).name).toBe('FileBubble');
});

test('R84 what could not be opened says why, also when it is mine', () => {
  expect(bubbleFor(row('text', { unreadable: 'bad_mac' })).name).toBe('UnreadableBubble');
  expect(bubbleFor(row('text', { unreadable: 'not_sealed' }, true)).name).toBe('UnreadableBubble');
});

test('what was sent before this device was added says so, my own words stay', () => {
  expect(bubbleFor(row('text', { copy: 'none' })).name).toBe('UnreadableBubble');
  expect(bubbleFor(row('text', { copy: 'none' }, true)).name).toBe('TextBubble');
  const content = { type: 'text', message: '' } as MessageRow['content'];
  expect(bubbleFor(row('text', { copy: 'none', content }, true)).name).toBe('UnreadableBubble');
});
