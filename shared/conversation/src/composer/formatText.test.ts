import { describe, expect, it } from 'vitest';
import { formatOfKey, formatText, type SelectedText } from './formatText.ts';

/** The selection is between brackets of this kind: ‹selected›. */
function selectionIn(marked: string): SelectedText {
  const [from, end] = [marked.indexOf('‹'), marked.indexOf('›') - 1];
  return { text: marked.replaceAll(/[‹›]/g, ''), from, to: end };
}
const show = ({ text, from, to }: SelectedText) => `${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`;

describe('R180 formatText', () => {
  it.each([
    ['bold', 'a ‹word› here', 'a **‹word›** here'],
    ['bold', 'a **‹word›** here', 'a ‹word› here'],
    ['bold', 'a‹ word ›here', 'a **‹word›** here'],
    ['italic', '**‹word›**', '**_‹word›_**'],
    ['bold', '‹›', '**‹›**'],
    ['strike', '‹old›', '~~‹old›~~'],
    ['code', '‹x = 1›', '`‹x = 1›`'],
    ['code', '‹a\nb›', '```\n‹a\nb›\n```'],
    ['link', 'see ‹this›', 'see [this](‹›)'],
    ['link', '‹https://example.com›', '[‹›](https://example.com)'],
    ['link', '‹›', '[‹›]()'],
  ] as const)('%s of %s', (format, before, after) => {
    expect(show(formatText(selectionIn(before), format))).toBe(after);
  });
});

const noKeys = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

it('knows the keys with Ctrl and Cmd, and leaves AltGr and plain letters alone', () => {
  expect(formatOfKey({ ...noKeys, key: 'b', ctrlKey: true })).toBe('bold');
  expect(formatOfKey({ ...noKeys, key: 'I', metaKey: true })).toBe('italic');
  expect(formatOfKey({ ...noKeys, key: 'X', ctrlKey: true, shiftKey: true })).toBe('strike');
  expect(formatOfKey({ ...noKeys, key: 'x', ctrlKey: true })).toBeUndefined();
  expect(formatOfKey({ ...noKeys, key: 'e', ctrlKey: true, altKey: true })).toBeUndefined();
  expect(formatOfKey({ ...noKeys, key: 'b' })).toBeUndefined();
});
