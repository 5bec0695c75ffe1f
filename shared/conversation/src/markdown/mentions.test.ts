import { expect, test } from 'vitest';
import { findMentions, mentionNamesOf } from './mentions.ts';
import { splitText } from './textParts.ts';

const ada = { identifier: '1', name: 'Ada', avatar: '' };
const bob = { identifier: '2', name: 'Bob', avatar: '' };

test('R172 whom a text names is read from it: each once, not from code, not from within a word', () => {
  expect(findMentions('@Ada and **@Bob**, @Ada', [ada, bob])).toEqual(['1', '2']);
  expect(findMentions('- @Bob\n> @Ada', [ada, bob])).toEqual(['2', '1']);
  expect(findMentions('`@Ada` @Adam bob@Bob', [ada, bob])).toEqual([]);
  expect(findMentions('a\n```\n@Ada\n```\n``@Ada ` @Ada`` @Bob', [ada, bob])).toEqual(['2']);
  expect(findMentions('@Ada', [{ ...bob, name: 'Ada' }, ada])).toEqual(['2']);
});

test('R103 R172 a text that names somebody by another name than mine for them is marked as well', () => {
  const names = mentionNamesOf(['1'], () => ({ name: 'My remark', avatar: '', aliases: ['Ada', 'Countess'] }));
  expect(names.map(({ name }) => name)).toEqual(['My remark', 'Ada', 'Countess']);
  expect(splitText('Hi @Ada and @Bob', names)).toMatchObject([
    { text: 'Hi ' },
    { kind: 'mention', text: '@My remark' },
    { text: ' and @Bob' },
  ]);
  expect(
    mentionNamesOf(
      Array.from({ length: 10_000 }, () => '1'),
      () => ada,
    ),
  ).toHaveLength(50);
});
