import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';

const marked = (text: string, language: string) =>
  highlight(text, language)!
    .filter(({ kind }) => kind)
    .map(({ kind, text: part }) => `${kind}:${part}`);

test('R180 words, texts, numbers and comments of a language are told apart', () => {
  expect(marked('const a = "x\\"y"; // if 1\nreturn 0x1f', 'ts')).toEqual([
    'keyword:const',
    'string:"x\\"y"',
    'comment:// if 1',
    'keyword:return',
    'number:0x1f',
  ]);
  expect(marked('def f(): # one\n  return None', 'py')).toEqual([
    'keyword:def',
    'name:f',
    'comment:# one',
    'keyword:return',
    'keyword:None',
  ]);
  expect(marked('SELECT a FROM b -- all', 'sql')).toEqual(['keyword:SELECT', 'keyword:FROM', 'comment:-- all']);
  expect(marked('/* open', 'js')).toEqual(['comment:/* open']);
});

test('R180 a language nobody taught it is left alone', () => {
  expect(highlight('x', 'brainfuck')).toBeNull();
  expect(highlight('x', 'constructor')).toBeNull();
  expect(highlight('x', '')).toBeNull();
});

test('R180 nothing of any code is lost', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('/', '*', '"', "'", '`', '\\', '\n', '#', '-', '<', '!', '>', 'a', '1', '.', ' ', 'é'),
      }),
      fc.constantFrom('js', 'py', 'html', 'sql', 'bash', 'json'),
      (text, language) => {
        expect(
          highlight(text, language)!
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      },
    ),
    { numRuns: 5_000 },
  );
});

test.each(['"', '/*', '/* *', '<!--', '<!-- -', '\\', '"\\', 'a', '1', '1_', '1.', '`'])(
  'R180 %j over and over is coloured in no time, or not at all',
  (unit) => {
    const languages = ['ts', 'html', 'java', 'cpp', 'py', 'bash', 'ruby', 'markdown'];
    for (const language of languages) highlight(unit.repeat(10), language); // compiled
    const started = process.threadCpuUsage(); // whatever else the machine does meanwhile
    for (const language of languages)
      for (const size of [150, 9_900, 20_000]) {
        const text = unit.repeat(size / unit.length);
        for (const each of [text, `${unit.repeat(100)}\n`.repeat(size / 100 / unit.length)])
          expect((highlight(each, language) ?? [{ text: each }]).map((part) => part.text).join('')).toBe(each);
      }
    const { user, system } = process.threadCpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  },
);
