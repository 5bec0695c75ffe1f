import { expect, test } from 'vitest';
import { findLinks } from './links.ts';

const links = (text: string) => findLinks(text).map(({ href }) => href);

test.each([
  ['see https://example.org/a?b=1#c now', ['https://example.org/a?b=1#c']],
  ['(https://en.example.org/wiki/Amber_(resin)).', ['https://en.example.org/wiki/Amber_(resin)']],
  ['www.example.org, and mailto:ada@example.org!', ['https://www.example.org/', 'mailto:ada@example.org']],
  ['write to ada@example.org', ['mailto:ada@example.org']],
  ['HTTP://EXAMPLE.ORG', ['http://example.org/']],
  ['请看https://example.org/a，谢谢。', ['https://example.org/a']],
  ['（见 https://example.org/b）、《https://example.org/c》！', ['https://example.org/b', 'https://example.org/c']],
  [
    '“https://example.org/d”；https://example.org/词/e？f=1。',
    ['https://example.org/d', 'https://example.org/%E8%AF%8D/e'],
  ],
])('links in %j', (text, hrefs) => {
  expect(links(text)).toEqual(hrefs);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,<b>x</b>',
  'file:///etc/passwd',
  'vbscript:x',
  'blob:https://example.org/1',
  'https://',
  'just text',
])('no link is made of %j', (text) => {
  expect(links(text)).toEqual([]);
});

test('a script address inside a link stays part of the allowed link', () => {
  expect(
    links('https://example.org/javascript:alert(1)').every((href) => href.startsWith('https://example.org/')),
  ).toBe(true);
});

test.each(['a'.repeat(20_000), `https://${')'.repeat(20_000)}`, 'a@'.repeat(10_000), ' '.repeat(20_000)])(
  'a hostile text of %.12s… is read in no time',
  (text) => {
    const started = process.threadCpuUsage(); // whatever else the machine does meanwhile
    findLinks(text);
    const { user, system } = process.threadCpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(200);
  },
);
