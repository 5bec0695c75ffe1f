import { describe, expect, it } from 'vitest';
import { findPhysicalStyles, physicalInCode, physicalInCss } from './readingDirection.ts';

const refused = [
  'left: 0',
  'margin-right: 4px',
  'border-left: 1px solid',
  'border-left-color: red',
  'border-top-left-radius: 4px',
  'padding: 0 var(--space-2) 0 calc(1px + (2 * 3px))',
  'inset: 0 0 0 auto',
  'border-radius: 4px 0 0 4px',
  'text-align: left',
  'float: right',
  'background: linear-gradient(\n    to right,\n    red 0\n  )',
  'background: radial-gradient(60% 50% at 20% 40%, red, blue)',
  'transform: scale(2) translateX(-4px)',
  'translate: -50% -50%',
  'box-shadow: inset 3px 0 0 red',
];
const allowed = [
  'margin-inline-start: 4px',
  'inset: 0 -4px',
  'padding: 0 max(4px, calc((100% - 760px) / 2 + 4px))',
  'padding: 2px 0 4px',
  'border-radius: 4px 4px 0 0',
  'text-align: start',
  'transform: translateY(-4px)',
  'translate: 0 -50%',
  'box-shadow: 0 0 0 2px red, 0 8px 32px rgb(0 0 0 / 0.4)',
  'background: url("data:image/svg+xml,left: 0")',
  'transition: left 1s',
];

describe('what is fixed to a side of the screen, R213', () => {
  it.each(refused)('is refused in a stylesheet: %s', (declaration) => {
    expect(physicalInCss(`.a {\n  color: red;\n  ${declaration};\n}\n`)).toMatchObject([{ line: 3 }]);
    expect(physicalInCss(`@media (width) {\n  .a {\n    ${declaration}\n  }\n}\n`)).toMatchObject([{ line: 3 }]);
  });

  it.each(allowed)('and what follows the line is not: %s', (declaration) => {
    expect(physicalInCss(`/* left: 0; */ .left { ${declaration}; }`)).toEqual([]);
  });

  it.each([
    `[dir='rtl'] .a { left: 0; }`,
    `.a { left: 0; /* physical: a map */ }`,
    `.a {\n  /* physical: a map */\n  left: 0;\n}`,
  ])('has a way out: %s', (css) => {
    expect(physicalInCss(css)).toEqual([]);
  });

  it.each([
    "if (key === 'ArrowLeft') back();",
    '<p style={{ color, left: 0 }} />',
    'style={{ marginLeft: 4 }}',
    "{ textAlign: 'right' }",
    'element.style.left = `${x}px`;',
    'style={{ translate: `${x}px 0` }}',
    'const moved = `translate(${x}px, 0)`;',
  ])('is refused in code: %s', (line) => {
    expect(physicalInCode(`const a = 1;\n${line}\n`)).toMatchObject([{ line: 2 }]);
    expect(physicalInCode(`${line} // physical: it follows the finger\n`)).toEqual([]);
    expect(physicalInCode(`// physical: it follows the finger\n${line}\n`)).toEqual([]);
  });

  it.each([
    'const { left, right } = box;',
    '{ type: "spaceLeft", left: true }',
    "element.style.translate = '';",
    '// left: 0',
  ])('and what only measures is not: %s', (line) => {
    expect(physicalInCode(line)).toEqual([]);
  });

  it('stands nowhere in the product', () => {
    expect(findPhysicalStyles()).toEqual([]);
  });
});
