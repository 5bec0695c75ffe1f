import { expect, test } from 'vitest';
import { findHardCodedTexts, hardCodedTexts } from './hardCodedText.ts';

test.each([
  ['text', '<p>Hello there</p>', ['Hello there']],
  ['a prop', '<Confirm title="Really?" text={words.text} />', ['Really?']],
  ['an attribute', '<button aria-label="Close" />', ['Close']],
  ['a choice', '<p>{isOpen ? "Open" : words.closed}</p>', ['Open']],
  ['a template', '<p>{`${count} messages`}</p>', ['messages']],
  ['inside another', '<Dialog title={words.title}><>Sure</></Dialog>', ['Sure']],
])('R186 hard-coded text: %s', (_, code, found) => {
  expect(hardCodedTexts(`const Part = () => ${code};`).map((text) => text.trim())).toEqual(found);
});

test.each([
  ['a sentence of a catalogue', '<p title={words.title}>{words.text}</p>'],
  ['a mark', '<p>– {count} ×</p>'],
  ['a name that is marked', '<b translate="no">Amber</b>'],
  ['code', '<code>npm start</code>'],
  ['what nobody reads', '<a href="https://example.org" className="link" />'],
])('R186 no hard-coded text: %s', (_, code) => {
  expect(hardCodedTexts(`const Part = () => ${code};`)).toEqual([]);
});

test('R186 no page or dialog has text in its code', () => {
  expect(findHardCodedTexts()).toEqual([]);
});
