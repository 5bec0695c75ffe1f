import fc from 'fast-check';
import { limits } from '@amber/proto/limits';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FormattedText } from './FormattedText.tsx';
import { needsMarkdown } from './needsMarkdown.ts';
import { parseMarkdown } from './parseMarkdown.ts';
import { PlainText, type PlainTextProps } from './PlainText.tsx';
import { splitMarkdown } from './splitMarkdown.ts';
import type { MentionName } from './textParts.ts';

const render = (
  text: string,
  mentions: readonly MentionName[],
  Component: (props: PlainTextProps) => ReactNode = FormattedText,
): string => renderToStaticMarkup(createElement(Component, { text, mentions, me: 'me', tabIndex: 0 }));
const unescape = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
const tags: Record<string, string> = { s: 'strike', bdi: 'mention', blockquote: 'quote' };

/** A short notation of the elements, so that a case is one line. */
function show(text: string, mentions: readonly MentionName[] = []): string {
  const html = render(text, mentions, needsMarkdown(text) ? FormattedText : PlainText);
  return unescape(
    html
      .replaceAll(/<p class="[^"]*heading[^"]*">(.*?)<\/p>/gsu, '<h>$1</h>')
      .replaceAll(/<pre [^>]*>(?:<span[^>]*>(.*?)<\/span>)?<code>(.*?)<\/code><\/pre>/gsu, '<pre $1>$2</pre>')
      .replaceAll(/<code [^>]*>/gu, '<code>')
      .replaceAll(/<a [^>]*href="([^"]*)"[^>]*>/gu, '<a $1>')
      .replaceAll(/<ol [^>]*start="(\d+)"[^>]*>/gu, '<ol $1>')
      .replaceAll(/<(ul|li|table|thead|tbody|tr|th|td|hr) [^>]*>/gu, '<$1>')
      .replaceAll(/<(\/?)(s|bdi|blockquote)(?: [^>]*)?>/gu, (_, slash: string, tag: string) => `<${slash}${tags[tag]}>`)
      .replaceAll(/<\/?(?:p|span|div)(?: [^>]*)?>/gu, ''),
  );
}

test.each([
  ['**bold** and *it*', '<strong>bold</strong> and <em>it</em>'],
  ['__bold__ _it_ ~~gone~~', '<strong>bold</strong> <em>it</em> <strike>gone</strike>'],
  ['***both***', '<em><strong>both</strong></em>'],
  ['**a *b* c**', '<strong>a <em>b</em> c</strong>'],
  ['`*code*` and ``a ` b``', '<code>*code*</code> and <code>a ` b</code>'],
  ['**日本**語', '<strong>日本</strong>語'],
  ['[Amber](https://example.org/a)', '<a https://example.org/a>Amber</a>'],
  ['**https://example.org/a_b_c**', '<strong><a https://example.org/a_b_c>https://example.org/a_b_c</a></strong>'],
])('R180 %j within a line', (text, tree) => {
  expect(show(text)).toBe(tree);
});

test.each([
  '2*3*4',
  'snake_case_name',
  '5 * 3 * 2',
  'a**b and c**d',
  '**open',
  '*a **b',
  '`open',
  '~once~',
  '¯\\_(ツ)_/¯',
  '>_<',
  '>:(',
  '-1',
  '- ',
  '#tag',
  '1.5 km',
  '****',
  '<b>x</b>',
  '[x](javascript:alert(1))',
  '[x](data:text/html,y)',
  '[https://bank.example](https://evil.example)',
  'C:\\dir\\file',
])('R180 %j stays as it is written', (text) => {
  expect(show(text).replaceAll(/<\/?a[^>]*>/gu, '')).toBe(text.trimEnd());
});

test('R180 no script address becomes a link, under whatever name', () => {
  for (const address of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert`1`',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/chat/admin',
  ]) {
    expect(show(`[x](${address})`)).not.toMatch(/<a (?:javascript|data|vbscript|\/)/iu);
  }
  expect(show('[https://bank.example](https://evil.example)')).not.toContain('<a https://evil.example/>https://bank');
});

test.each([
  ['```js\nlet a\n```\nafter', '<pre js>let a</pre>after'],
  ['```\n**not bold**\n\n\n```', '<pre >**not bold**\n\n</pre>'],
  ['before\n```ts\nlet a =', 'before<pre ts>let a =</pre>'],
  ['````\n```\n````', '<pre >```</pre>'],
  ['> a\n> **b**\nc', '<quote>a\n<strong>b</strong></quote>c'],
  ['> > a', '<quote><quote>a</quote></quote>'],
  ['- a\n- b\n  - c\n- d', '<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>'],
  ['3. a\n4. b', '<ol 3><li>a</li><li>b</li></ol>'],
  ['- a\n\n- b', '<ul><li>a</li><li>b</li></ul>'],
  ['1. a\n   ```\n   x\n   ```\n2. b', '<ol 1><li>a<pre >x</pre></li><li>b</li></ol>'],
  ['# Title\ntext', '<h>Title</h>text'],
  ['a\n\n\nb', 'a\n\n\nb'],
  ['  indented\n  twice', '  indented\n  twice'],
  ['- [x] done\n- [ ] open', '<ul><li>☑done</li><li>☐open</li></ul>'],
  ['- a\n  1. b\n     - c', '<ul><li>a<ol 1><li>b<ul><li>c</li></ul></li></ol></li></ul>'],
  ['- a\nb', '<ul><li>a</li></ul>b'],
  ['a\n\n---\nb', 'a<hr>b'],
  [
    '| a | b |\n|---|--:|\n| 1 | **2** |',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody></table>',
  ],
  ['**重点：**文字', '<strong>重点：</strong>文字'],
  ['a &amp; b **c**', 'a &amp; b <strong>c</strong>'],
  ['**a**\n===\n    b', '<strong>a</strong>\n===\n    b'],
  ['[a]: https://x.org **b**', '[a]: <a https://x.org/>https://x.org</a> <strong>b</strong>'],
  ['[^1] **b**\n\n[^1]: note', '[^1] <strong>b</strong>\n\n[^1]: note'],
  [
    '请看https://example.org/a，**谢谢**',
    '请看<a https://example.org/a>https://example.org/a</a>，<strong>谢谢</strong>',
  ],
  ['[https://x.org](https://x.org)', '<a https://x.org/>https://x.org</a>'],
  ['![x](https://x.org/y.png)', '!<a https://x.org/y.png>x</a>'],
])('R180 %j in blocks', (text, tree) => {
  expect(show(text)).toBe(tree);
});

test('R172 a mentioned name is marked, the longest that fits, and only where it begins a word', () => {
  const people = [
    { name: 'Ada', identifier: '1' },
    { name: 'Ada Lovelace', identifier: '2' },
  ];
  expect(show('@Ada, @Ada Lovelace! x@Ada @Adam', people)).toBe(
    '<mention>@Ada</mention>, <mention>@Ada Lovelace</mention>! x@Ada @Adam',
  );
  expect(show('**@Ada**', people)).toBe('<strong><mention>@Ada</mention></strong>');
});

const marks = fc.constantFrom(
  '*',
  '**',
  '_',
  '__',
  '~~',
  '`',
  '``',
  '```',
  '\n',
  '> ',
  '- ',
  '1. ',
  '# ',
  '[',
  '](',
  ')',
  'https://x.org',
  '@Ada',
  '\\',
  ' ',
  'a',
  'é',
  '語',
  '😀',
  '<b>',
);
const words = (text: string): string =>
  unescape(render(text, [{ name: 'Ada', identifier: '1' }]).replaceAll(/<[^>]*>/gu, ''));
const letters = (text: string) => text.replaceAll(/[^\p{L}\p{Extended_Pictographic}]/gu, '');

test('R180 of 2,000 random texts none throws, and none loses a letter', () => {
  fc.assert(
    fc.property(fc.array(marks, { maxLength: 60 }), (parts) => {
      const text = parts.join('').replaceAll('](', '] (');
      expect(letters(words(text))).toBe(letters(text));
    }),
    { numRuns: 2_000 },
  );
});

const people = [{ name: 'Ada', identifier: '1' }];

test.each([
  '*',
  '**',
  '_',
  '*a ',
  '**a *b ',
  '`',
  '` ``',
  '``a`',
  '[',
  '[a](',
  '[a](x',
  '> ',
  '- ',
  '  - ',
  '1. ',
  '```\n',
  '@',
  '@Ada',
  '~~',
  '~~a **b __c ',
  '\n> - ',
  '\\',
  '*a* ',
  '(https://a.b/',
  'a@',
  '# ',
  '- \n',
  '\n',
  ' ',
  '_a*',
  '*a_ ',
  '**a** b ',
  '[]',
  '![a]',
  '[a][',
  '`a` ',
  '|a|b|\n|-|-|\n',
  '|-',
  '- [ ] ',
  '> a\n',
  '&amp;',
])('R180 %j over and over, to the length of the longest message and to ten times that, is read in no time', (unit) => {
  const text = unit.repeat(Math.ceil(limits.textMax / unit.length)).slice(0, limits.textMax);
  parseMarkdown(text.slice(0, 1_000), people); // compiled
  const started = process.threadCpuUsage(); // whatever else the machine does meanwhile
  parseMarkdown(text, people);
  parseMarkdown(text.repeat(10), people);
  const { user, system } = process.threadCpuUsage(started);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});

test('R180 quotes and lists within each other are read in no time, and shown as they are written if they are too deep', () => {
  for (const text of [
    Array.from({ length: 190 }, (_, depth) => `${'  '.repeat(depth)}- a`)
      .join('\n')
      .slice(0, limits.textMax),
    '> '.repeat(6) + '- '.repeat(20),
    '**a *b '.repeat(400) + '* c**'.repeat(400),
  ]) {
    const started = process.threadCpuUsage();
    expect(letters(words(text))).toBe(letters(text));
    const { user, system } = process.threadCpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  }
});

test.each(['Hello', 'two\nlines', 'a * b', '5 - 3', 'see https://x.org/a_b?c=1', '#1 and @Ada', '1.5 km', 'I | you'])(
  'R180 %j needs no Markdown and is the same with it',
  (text) => {
    expect(needsMarkdown(text)).toBe(false);
    expect(words(text)).toBe(text);
  },
);

test('R180 of 2,000 random texts, each that needs no Markdown has none', () => {
  /** Spaces at the end of a line are not visible. */
  const withoutWrapper = (html: string) =>
    html.replaceAll(/ +$/gmu, '').replace(/^<span class="[^"]*open[^"]*">(.*)<\/span>$/su, '$1');
  /** A mark with nothing behind it, which is an empty list in other texts. */
  const emptyMark = /^\s*(?:[-*+>]|\d+[.)]|#)\s*$/mu;
  fc.assert(
    fc.property(fc.array(marks, { maxLength: 8 }), (parts) => {
      const text = parts.join('');
      if (needsMarkdown(text) || emptyMark.test(text)) return;
      expect(withoutWrapper(render(text, people))).toBe(withoutWrapper(render(text, people, PlainText)));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['one\n\ntwo', ['one', 'two']],
  ['one\ntwo\n\n\n\nthree\n', ['one\ntwo', 'three\n']],
  ['a list:\n\n- one\n\n- two\n\n  more\n\nafter', ['a list:\n\n- one\n\n- two\n\n  more', 'after']],
  ['```\na\n\nb\n```\n\nafter', ['```\na\n\nb\n```', 'after']],
  ['before\n\n```js\na\n\nb', ['before', '```js\na\n\nb']],
  ['> a\n\n> b\r\n\r\nc', ['> a', '> b', 'c']],
  ['\n\nonly', ['only']],
  ['', ['']],
])('%j is cut into parts that stay', (text, parts) => {
  expect(splitMarkdown(text)).toEqual(parts);
});

test('a part that is followed by another one stays while its text grows', () => {
  const pieces = fc.constantFrom('word', ' ', '\n', '\n\n', '- ', '1. ', '  ', '```', '> ', '**', '# ');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (all) => {
      const text = `${all.join('')}\n\nend`;
      const parts = splitMarkdown(text);
      const fewer = parts.slice(0, -1);
      expect(splitMarkdown(`${text} and more`).slice(0, fewer.length)).toEqual(fewer);
      expect(parts.map((part) => show(part)).join('')).toContain('end');
    }),
  );
});
