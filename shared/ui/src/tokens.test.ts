import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

type Tokens = ReadonlyMap<string, string>;

/** The colours of the rule with this selector. */
function tokensOf(selector: string): Tokens {
  const start = css.indexOf(`${selector} {`);
  const rule = css.slice(start, css.indexOf('}', start));
  return new Map(
    [...rule.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6}|rgb\([^)]*\));/g)].map(([, name, value]) => [name!, value!]),
  );
}

const dark = tokensOf("[data-theme='dark']");
const changed = tokensOf(":root[data-theme='light']");
const light: Tokens = new Map([...dark, ...changed]);
const isOpaque = ([, value]: [string, string]) => value.startsWith('#');

/** What is chosen once for the dark look: the three colours of the brand first. */
const chosen = {
  raised: '#282828',
  'raised-hover': '#333333',
  'primary-fill': '#f8ad2d',
  'danger-hover': '#d33b30',
  'on-danger': '#ffffff',
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
  const [dim, bright] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright! + 0.05) / (dim! + 0.05);
}

/** A colour with black of this opacity over it. */
const darken = (colour: string, opacity: number): string =>
  `#${[1, 3, 5]
    .map((at) => Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * (1 - opacity)))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;

const surfaces = ['s0', 's1', 's2', 's3', 's4', 'raised', 'raised-hover', 'bubble-other', 'bubble-own', 'selected'];
const authors = Array.from({ length: 8 }, (_, index) => `author-${index}`);

/** Which colours meet, with the least contrast. --s5 is the surface of tooltips and muted counts, which are in --text. */
const rules: readonly [foregrounds: readonly string[], backgrounds: readonly string[], least: number][] = [
  [['text'], [...surfaces, 's5'], 7],
  [['text-2', 'text-3', 'primary', 'danger', 'success', 'info'], surfaces, 4.5],
  [authors, ['s0', 's1', 's2', 's3', 'bubble-other', 'bubble-own'], 4.5],
  [['line-strong', 'focus'], surfaces, 3],
  [['on-primary'], ['primary-fill', 'primary-hover', 'primary-pressed'], 7],
  // A check mark.
  [['on-primary'], ['success'], 3],
  [['on-danger'], ['danger-fill', 'danger-hover'], 4.5],
];

describe('R29 the dark look', () => {
  it('has these colours and no others', () => {
    expect(Object.fromEntries([...dark].filter(isOpaque))).toEqual(chosen);
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
    expect(contrast(dark.get(one)!, dark.get(other)!)).toBeCloseTo(ratio, 1);
  });
});

describe.each([
  ['dark', dark],
  ['light', light],
])('R219 the %s theme', (_, tokens) => {
  it('has enough contrast wherever two colours meet', () => {
    const low = rules.flatMap(([foregrounds, backgrounds, least]) =>
      foregrounds.flatMap((foreground) =>
        backgrounds.flatMap((background) => {
          const ratio = contrast(tokens.get(foreground)!, tokens.get(background)!);
          return ratio < least ? `${foreground} on ${background}: ${ratio.toFixed(2)} < ${least}` : [];
        }),
      ),
    );
    expect(low).toEqual([]);
  });

  it('has enough contrast in a quote within a bubble, also while the pointer is on it', () => {
    const low = ['inset', 'inset-strong'].flatMap((inset) => {
      const opacity = Number(/^rgb\(0 0 0 \/ (.+)\)$/.exec(tokens.get(inset)!)![1]);
      return ['bubble-own', 'bubble-other'].flatMap((bubble) => {
        const quote = darken(tokens.get(bubble)!, opacity);
        return ['text', 'text-2', ...authors]
          .map((name) => [name, contrast(tokens.get(name)!, quote)] as const)
          .filter(([, ratio]) => ratio < 4.5)
          .map(([name, ratio]) => `${name} on ${inset} of ${bubble}: ${ratio.toFixed(2)}`);
      });
    });
    expect(low).toEqual([]);
  });

  it('draws the ticks in its own colours', () => {
    const rule = css.slice(css.indexOf(tokens === dark ? "[data-theme='dark'] {" : ":root[data-theme='light'] {"));
    const [sent, delivered, read] = [...rule.matchAll(/--tick-\w+: url\("(.+)"\)/g)].map(([, url]) => [
      ...new Set([...url!.matchAll(/'%23([0-9a-f]{6})'/g)].map(([, colour]) => `#${colour}`)),
    ]);
    expect([sent, delivered, read]).toEqual([
      [tokens.get('text-3')],
      [tokens.get('text-3')],
      [tokens.get('primary'), tokens.get('bubble-own')],
    ]);
  });
});

it('R219 the light theme has its own value for each colour that depends on the theme', () => {
  // Fills of the brand and of danger, with the text on them, are the same in both.
  const same = ['primary-fill', 'primary-pressed', 'on-primary', 'danger-fill', 'on-danger'];
  expect([...dark.keys()].filter((name) => !changed.has(name))).toEqual(same);
});
