import { TraceMap } from '@jridgewell/trace-mapping';
import { expect, test } from 'vitest';
import { functionNameAt } from './functionNames.ts';

/** The name that is found at `|` for a function called `name` there; `d1` … are definitions of `d`, named so in the source. */
function nameAt(marked: string, name = 'd'): string {
  const names: string[] = [];
  const segments: [number, number, number, number, number][] = [];
  let code = '';
  for (const part of marked.split(/(\bd\d)/)) {
    if (/^d\d$/.test(part)) segments.push([code.replace('|', '').length, 0, 0, 0, names.push(part) - 1]);
    code += /^d\d$/.test(part) ? 'd' : part;
  }
  const map = new TraceMap({ version: 3, sources: ['a.ts'], names, mappings: [segments] });
  return functionNameAt(map, [code.replace('|', '')], { line: 0, column: code.indexOf('|'), name });
}

test.each([
  ['function d1(e){|throw e}', 'd1'],
  ['async function*d1(e){}', ''],
  ['let d1=e=>|e.x', 'd1'],
  ['a=1,d1=async({b:c},[f])=>{let g={};|g.h()}', 'd1'],
  ['x={d1=function(){|}}', 'd1'],
  ['function d1(){function d2(){}|d()}', 'd1'],
  ['function d1(){function d2(){|}}', 'd2'],
  ['let d1=e=>e.x,f=()=>{|}', ''],
  ['function d1(){}function f(){|}', ''],
  ['f(d=>{d(1),|2})', ''],
  ['function dd1(){|}', ''],
])('R157 in %j the function is %j', (code, name) => {
  expect(nameAt(code)).toBe(name);
});

test('R157 a method, whose name no minifier shortens, has its own name', () => {
  expect(nameAt('class a{render(){|}}', 'render')).toBe('render');
  expect(nameAt('class a{d(){|}}', 'd')).toBe('');
});

test('R157 a name, a script or a map of any form is answered soon', () => {
  expect(nameAt('function $(){|}', '$')).toBe('');
  expect(
    functionNameAt(new TraceMap({ version: 3, sources: [], names: [], mappings: '' }), [], {
      line: 9,
      column: 9,
      name: 'd',
    }),
  ).toBe('');
  // These would take minutes if each definition were followed to the end.
  expect(nameAt(`${'let d='.repeat(100_000)}function d1(){${'('.repeat(400_000)}|`)).toBe('');
  expect(nameAt(`${'d=e=>{'.repeat(80_000)}|`)).toBe('');
});
