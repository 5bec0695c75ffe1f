import { limits } from '@amber/proto/limits';
import { expect, test } from 'vitest';
import { stackOf } from './stackOf.ts';

const release = { remote: 'chat', version: '1.0.0' };
const at = (path: string) => `https://here.example/chat/${path}`;
const thrownWith = (...lines: string[]) => Object.assign(new Error('no'), { stack: lines.join('\n') });

test.each([
  ['Chromium', (place: string) => `    at async new d (${place})`, ' d'],
  ['Chromium, of a method', (place: string) => `    at Object.d$ [as render] (${place})`, ' d$'],
  ['Chromium, without a name', (place: string) => `    at async ${place}`, ''],
  ['Chromium, of an anonymous function', (place: string) => `    at <anonymous> (${place})`, ''],
  ['Firefox', (place: string) => `async*a/d/<@${place}`, ' d'],
  ['Safari, without a name', (place: string) => `@${place}`, ''],
])('R157 of a stack of %s, only the places in the release’s own scripts are reported', (_, line, name) => {
  const thrown = thrownWith(
    'TypeError: my own words',
    line(at('remotes/chat/1.0.0/assets/conversation.1a2b.js:1:2345')),
    line(at('remotes/chat/1.0.1/assets/other.js:1:2')),
    line(at('remotes/moments/1.0.0/assets/other.js:1:2')),
    line(at('main.3c4d.js:1:2')),
    line(at('remotes/chat/1.0.0/remoteEntry.js:2:3')),
  );
  expect(stackOf(thrown, release)).toBe(`assets/conversation.1a2b.js:1:2345${name}\nremoteEntry.js:2:3${name}`);
});

test.each([
  undefined,
  null,
  'hung',
  { stack: at('remotes/chat/1.0.0/a.js:1:2') },
  thrownWith(),
  thrownWith('Error: see', at('remotes/chat/1.0.0/a.js:1:2')),
  thrownWith(`    at f (${at('remotes/chat/1.0.0/a b.js:1:2')})`),
  thrownWith(`    at f (${at('remotes/chat/1.0.0/a.js?token=x:1:2')})`),
])('R157 of %j nothing is reported', (thrown) => {
  expect(stackOf(thrown, release)).toBe('');
});

test('R157 a stack has at most ten frames and 1 kB', () => {
  const line = (path: string) => `    at f (${at(`remotes/chat/1.0.0/${path}.js:1:2`)})`;
  expect(stackOf(thrownWith(...Array<string>(50).fill(line('a'))), release).split('\n')).toHaveLength(10);
  expect(stackOf(thrownWith(...Array<string>(50).fill(line('a'.repeat(300)))), release).split('\n')).toHaveLength(3);
  expect(stackOf(thrownWith(line('a'.repeat(limits.stackMax))), release)).toBe('');
});
