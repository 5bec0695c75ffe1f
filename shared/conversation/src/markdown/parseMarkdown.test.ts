import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Inline } from './inline.ts';
import { type Block, splitMarkdown, parseMarkdown } from './parseMarkdown.ts';

// A short notation of the tree, so that a case is one line.
const inline = (node: Inline): string => {
  if ('inlines' in node) return `<${node.kind}>${node.inlines.map(inline).join('')}</${node.kind}>`;
  if (node.kind === 'link') return `<a ${node.href}>${node.text}</a>`;
  return node.kind === 'text' ? node.text : `<${node.kind}>${node.text}</${node.kind}>`;
};
const block = (node: Block): string => {
  if (node.kind === 'code') return `<pre ${node.language}>${node.text}</pre>`;
  if (node.kind === 'quote') return `<quote>${node.blocks.map(block).join('')}</quote>`;
  if (node.kind === 'list')
    return `<${node.ordered ? `ol ${node.start}` : 'ul'}>${node.items.map((item) => `<li>${item.map(block).join('')}</li>`).join('')}</>`;
  const text = node.inlines.map(inline).join('');
  return node.kind === 'heading' ? `<h>${text}</h>` : text;
};
const show = (text: string, mentions: Parameters<typeof parseMarkdown>[1] = []) =>
  parseMarkdown(text, mentions).map(block).join('¶');

test.each([
  ['**bold** and *it*', '<strong>bold</strong> and <em>it</em>'],
  ['__bold__ _it_ ~~gone~~', '<strong>bold</strong> <em>it</em> <strike>gone</strike>'],
  ['***both***', '<strong><em>both</em></strong>'],
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
  ['```js\nlet a\n```\nafter', '<pre js>let a</pre>¶after'],
  ['```\n**not bold**\n\n\n```', '<pre >**not bold**\n\n</pre>'],
  ['before\n```ts\nlet a =', 'before¶<pre ts>let a =</pre>'],
  ['````\n```\n````', '<pre >```</pre>'],
  ['> a\n> **b**\nc', '<quote>a\n<strong>b</strong></quote>¶c'],
  ['> > a', '<quote><quote>a</quote></quote>'],
  ['- a\n- b\n  - c\n- d', '<ul><li>a</li><li>b<ul><li>c</li></></li><li>d</li></>'],
  ['3. a\n4. b', '<ol 3><li>a</li><li>b</li></>'],
  ['- a\n\n- b', '<ul><li>a</li><li>b</li></>'],
  ['1. a\n   ```\n   x\n   ```\n2. b', '<ol 1><li>a<pre >x</pre></li><li>b</li></>'],
  ['# Title\ntext', '<h>Title</h>¶text'],
  ['a\n\n\nb', 'a\n\n\nb'],
  ['  indented\n  twice', '  indented\n  twice'],
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
const words = (blocks: Block[]): string =>
  blocks
    .map((node) => {
      if (node.kind === 'code') return node.language + node.text;
      if (node.kind === 'quote') return words(node.blocks);
      if (node.kind === 'list') return node.items.map(words).join('');
      const text = (inlines: Inline[]): string =>
        inlines.map((part) => ('inlines' in part ? text(part.inlines) : part.text)).join('');
      return text(node.inlines);
    })
    .join('');
const letters = (text: string) => text.replaceAll(/[^\p{L}\p{Extended_Pictographic}]/gu, '');

test('R180 of 10,000 random texts none throws, and none loses a letter', () => {
  fc.assert(
    fc.property(fc.array(marks, { maxLength: 60 }), (parts) => {
      const text = parts.join('').replaceAll('](', '] (');
      expect(letters(words(parseMarkdown(text, [{ name: 'Ada', identifier: '1' }])))).toBe(letters(text));
    }),
    { numRuns: 10_000 },
  );
});

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
])('R180 %j over and over, up to 200,000 characters, is read in no time', (unit) => {
  const text = unit.repeat(Math.ceil(200_000 / unit.length));
  parseMarkdown(text.slice(0, 1_000)); // compiled
  const started = process.threadCpuUsage(); // whatever else the machine does meanwhile
  parseMarkdown(text, [{ name: 'Ada', identifier: '1' }]);
  const { user, system } = process.threadCpuUsage(started);
  expect((user + system) / 1_000).toBeLessThan(1_000);
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
      expect(
        parts
          .flatMap((part) => parseMarkdown(part))
          .map(block)
          .join('')
          .replaceAll('\n', ''),
      ).toContain('end');
    }),
  );
});
