import { limits } from '@amber/proto/limits';
import { describe, expect, test } from 'vitest';
import { speakableSentences, toWords } from './speakableText.ts';

const spoken = (text: string, hasEnded = true) =>
  speakableSentences({ text, hasEnded }, limits).map((sentence) => sentence.text);

describe('what is spoken', () => {
  test.each<[string, string[]]>([
    ['Hello there. How are you?', ['Hello there.', 'How are you?']],
    ['你好。今天天气很好！', ['你好。', '今天天气很好！']],
    ['3.\n4. four', ['3.', 'four']],
    ['It is 3.5 degrees.', ['It is 3.5 degrees.']],
    ['# A heading\n\nText', ['A heading', 'Text']],
    ['- one\n- two\n3. three\n> four', ['one', 'two', 'three', 'four']],
    ['**Bold. And more** text, _kursiv_ and ~~gone~~.', ['Bold.', 'And more text, kursiv and gone.']],
    ['Run `npm test` now.', ['Run npm test now.']],
    ['Before.\n```js\nconst a = 1.5; // No. Never.\n```\nAfter.', ['Before.', 'After.']],
    ['~~~~\ncode\n```\nstill code\n~~~~\nText', ['Text']],
    ['An open fence\n```\nnothing. of. this', ['An open fence']],
    [
      'See [the page](https://example.org/a/b?c=d) or https://www.example.org/x_y/1234.',
      ['See the page or example.org'],
    ],
    ['Well done 👍🏽 👩‍👩‍👧 🇩🇪!', ['Well done !']],
    ['🎉🎉', []],
    ['...', []],
    ['', []],
    ['| a | b |\n|---|---|\n| 1 | 2 |', ['a b', '1 2']],
    ['if a < b and c > d then', ['if a b and c d then']],
    ['<b>Loud</b> words', ['Loud words']],
    ['[[h@loU]] word', ['h@loU word']],
    ['![a cat](https://example.org/cat.png)', ['a cat']],
    ['مرحبا. كيف حالك؟', ['مرحبا.', 'كيف حالك؟']],
  ])('R131 of %j', (text, sentences) => {
    expect(spoken(text)).toEqual(sentences);
  });

  test('R132 the offsets name the sentence in the text of the message', () => {
    const text = '## Über\n\n  *One* 👍. Two?\n```\ncode\n```\n第三。完';
    const found = speakableSentences({ text, hasEnded: true }, limits);
    expect(found.map(({ from, to }) => text.slice(from, to))).toEqual(['Über', '*One* 👍.', 'Two?', '第三。', '完']);
  });

  test('R132 a text that grows keeps the sentences that it has', () => {
    const text =
      '# Title\n1. First. Second!\n```\ncode. more\n```\n- **Bold. End** 3.5 and [a](https://b.c/d). 好的。好。\n' +
      'word '.repeat(300);
    const all = speakableSentences({ text, hasEnded: true }, limits);
    for (let length = 0; length < text.length; length += 1) {
      const some = speakableSentences({ text: text.slice(0, length), hasEnded: false }, limits);
      expect(all.slice(0, some.length)).toEqual(some);
    }
  });

  test('R131 a sentence is bounded, cut at a space where there is one, and no character is cut in two', () => {
    const long = speakableSentences({ text: 'some words '.repeat(200), hasEnded: true }, limits);
    expect(long.length).toBeGreaterThan(5);
    for (const { text } of long) {
      expect(text.length).toBeLessThanOrEqual(limits.synthesisTextMax);
      expect(text).toMatch(/^(some|words)( some| words)*$/);
    }
    const rare = spoken(`a${'𠮷'.repeat(500)}`);
    expect(rare.join('')).toBe(`a${'𠮷'.repeat(500)}`);
  });

  test('R131 only the beginning of a very long message is spoken, the same one while it grows', () => {
    const text = 'Four. '.repeat(5_000);
    const all = spoken(text);
    expect(all.join(' ').length).toBeLessThanOrEqual(limits.spokenTextMax);
    expect(all.join(' ').length).toBeGreaterThan(limits.spokenTextMax - 20);
    expect(spoken(text.slice(0, 20_000), false)).toEqual(all);
  });

  test.each(['*', '[', '`', '~', '<', '_a ', '[a](', '[^', '# ', '- ', '> ', '**a', '\u0000', '(', '!['])(
    'T9 %j, repeated, is read quickly',
    (mark) => {
      const began = performance.now();
      speakableSentences({ text: mark.repeat(20_000), hasEnded: true }, limits);
      expect(performance.now() - began).toBeLessThan(1_000);
    },
  );
});

test('half a character, and characters of no alphabet, are not spoken', () => {
  expect(toWords('a\ud800b\u0007c\ue000')).toBe('a b c');
});
