import { expect, test } from 'vitest';
import { shortcodeEndingAt, applyCompletion, completionAt } from './completion.ts';
import { findMentionable, suggest } from './suggest.ts';

const at = (marked: string) => completionAt(marked.replace('|', ''), marked.indexOf('|'));

test.each([
  ['@|', { kind: 'mention', from: 0, query: '' }],
  ['hi @Ad|', { kind: 'mention', from: 3, query: 'Ad' }],
  ['hi @Ada Lo| there', { kind: 'mention', from: 3, query: 'Ada Lo' }],
  ['mail@x|', null],
  [':jo|', { kind: 'emoji', from: 0, query: 'jo' }],
  ['so :+1|', { kind: 'emoji', from: 3, query: '+1' }],
  [':j|', null],
  ['12:30|', null],
  ['https://x|', null],
  ['hello|', null],
])('R172 R179 %j completes %j', (marked, completing) => {
  expect(at(marked)).toEqual(completing);
});

test('R179 a shortcode is whole at its second colon', () => {
  expect(shortcodeEndingAt('so :joy:', 8)).toEqual({ from: 3, code: 'joy' });
  expect(shortcodeEndingAt('12:30:', 6)).toBeNull();
  expect(shortcodeEndingAt('::', 2)).toBeNull();
});

test('R172 names are found by their beginning or that of a word, whatever the case or accent', () => {
  const people = ['Ada Lovelace', 'Élodie Ada', 'Bob'].map((name) => ({ identifier: name, name, avatar: '' }));
  const names = (query: string, most = 9) => findMentionable(people, query, most).map(({ name }) => name);
  expect(names('ada')).toEqual(['Ada Lovelace', 'Élodie Ada']);
  expect(names('elo')).toEqual(['Élodie Ada']);
  expect(names('ada l')).toEqual(['Ada Lovelace']);
  expect(names('x')).toEqual([]);
  expect(names('', 2)).toHaveLength(2);
});

test('R103 somebody is found by my remark as well, and named to the others as they know them', () => {
  const people = [
    { identifier: '1', name: 'Zacharias', remark: 'Old Dad', avatar: '' },
    { identifier: '2', name: 'Bob', avatar: '' },
  ];
  const found = (query: string) =>
    suggest({ kind: 'mention', from: 0, query }, people, null).map(({ label, insertText: put }) => [label, put]);
  expect(['zach', 'old', 'dad'].map(found)).toEqual(
    Array.from({ length: 3 }, () => [['Old Dad (Zacharias)', '@Zacharias ']]),
  );
  expect(found('bo')).toEqual([['Bob', '@Bob ']]);
});

test('R172 what is chosen takes the place of what was typed, and of nothing else', () => {
  expect(applyCompletion('hi @Ad there', 3, 6, '@Ada ')).toEqual({ text: 'hi @Ada  there', caret: 8 });
});
