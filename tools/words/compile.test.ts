import { expect, test } from 'vitest';
import { compile } from './compile.ts';
import { pseudo } from './pseudo.ts';

test.each([
  ['a plain sentence', 'It’s here', '"It’s here"', {}],
  ['a name', 'Ask {name}', '`Ask ${isolate(v.name)}`', { name: 'string' }],
  ['a number', '{n, number} %', '`${number(v.n)} %`', { n: 'number' }],
  [
    'a plural',
    '{n, plural, =0 {none} one {# day} other {# days}}',
    "`${plural(v.n, { '=0': `none`, 'one': `${number(v.n)} day`, 'other': `${number(v.n)} days` })}`",
    { n: 'number' },
  ],
  [
    'a choice',
    '{on, select, yes {on} other {off}}',
    "`${select(v.on, { 'yes': `on`, 'other': `off` })}`",
    { on: 'string' },
  ],
  [
    'what a template would take for its own',
    "a ` and $'{'x'}' {n}",
    '`a \\` and \\${x} ${isolate(v.n)}`',
    { n: 'string' },
  ],
])('R186 %s', (_, message, code, params) => {
  const made = compile(message);
  expect(made.code).toBe(code);
  expect(Object.fromEntries(made.params)).toEqual(params);
});

test.each([
  ['an open bracket', 'Ask {name'],
  ['a plural without other', '{n, plural, one {a day}}'],
  ['one argument as two kinds', '{n} and {n, number}'],
  ['a date, which is formatted before', '{at, date}'],
])('refused: %s', (_, message) => {
  expect(() => compile(message)).toThrow();
});

test('R186 a made-up sentence has no letter of the English one, is longer, and keeps its arguments', () => {
  const { code } = compile('Ask {name} to come', pseudo);
  expect(code).toContain('${isolate(v.name)}');
  expect(code.replace('${isolate(v.name)}', '')).not.toMatch(/[a-z]/i);
  expect(pseudo('Save').length).toBeGreaterThanOrEqual('Save'.length * 1.4);
});
