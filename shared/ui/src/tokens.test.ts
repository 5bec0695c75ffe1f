import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const dark = /:root \{([^}]*)\}/.exec(css)![1]!;
const tokens = new Map([...dark.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!]));

/** What is chosen once for the dark look: the three colours of the brand first. */
const chosen = {
  primary: '#f8ad2d',
  text: '#ffffff',
  s0: '#111111',
  s1: '#181818',
  s2: '#1f1f1f',
  s3: '#282828',
  s4: '#333333',
  s5: '#3d3d3d',
  'bubble-other': '#232323',
  'bubble-own': '#3a2a0a',
  selected: '#33270f',
  line: '#2e2e2e',
  'line-strong': '#8a8a8a',
  'text-2': '#c9c9c9',
  'text-3': '#a3a3a3',
  disabled: '#6b6b6b',
  'primary-hover': '#ffc054',
  'primary-pressed': '#dd9519',
  'on-primary': '#111111',
  danger: '#ff7a70',
  'danger-fill': '#c62f25',
  success: '#4cc38a',
  info: '#6cb6ff',
  focus: '#ffd27a',
  'author-0': '#ff8f6b',
  'author-1': '#f8ad2d',
  'author-2': '#d6c94a',
  'author-3': '#7fd17f',
  'author-4': '#4fc9c0',
  'author-5': '#6cb6ff',
  'author-6': '#a99bff',
  'author-7': '#f08fc8',
};

/** The relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dim, bright] = [luminance(tokens.get(one)!), luminance(tokens.get(other)!)].toSorted((a, b) => a - b);
  return (bright! + 0.05) / (dim! + 0.05);
}

describe('R29 the dark look', () => {
  it('has these colours and no others', () => {
    expect(Object.fromEntries(tokens)).toEqual(chosen);
  });

  it.each([
    ['text', 's0', 18.9],
    ['text', 's3', 14.7],
    ['text', 'bubble-own', 13.9],
    ['text', 'bubble-other', 15.7],
    ['text-2', 's3', 8.9],
    ['text-3', 's3', 5.8],
    ['text-3', 's4', 5.0],
    ['line-strong', 's4', 3.7],
    ['primary', 's0', 9.9],
    ['on-primary', 'primary', 9.9],
    ['text', 'danger-fill', 5.5],
    ['danger', 's3', 5.8],
    ['success', 's3', 6.7],
    ['info', 's3', 6.9],
    ['focus', 's3', 10.4],
  ])('%s stands out from %s by %d to 1', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
  });
});
