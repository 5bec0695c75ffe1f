// Rejects styles that are fixed to the left or right of the screen, because a page may read from right to left.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.ts';

interface StyleProblem {
  line: number;
  message: string;
}

/**
 * A comment on the same line or the one above that says why a physical side is right, such as for a cropped picture or
 * a drag that follows a
 * finger.
 */
const exemptionComment = /physical: \S/;

/** Splits a value into its words; a call such as `calc(1px + 2px)` is one word. */
function splitValue(value: string): string[] {
  let depth = 0;
  const marked = [...value].map((letter) => {
    depth += Number(letter === '(') - Number(letter === ')');
    return depth > 0 && letter === ' ' ? '_' : letter;
  });
  return marked.join('').split(/\s+/);
}

/** Whether a shorthand for the four edges sets the right and the left differently. */
const edgesDiffer = (value: string): boolean => {
  const [, right, , left = right] = splitValue(value);
  return right !== left;
};

/** The same for the four corners, with the top left one first. */
const cornersDiffer = (value: string): boolean => {
  const [one, two = one, three = one, four = two] = splitValue(value);
  return one !== two || three !== four;
};

const movesHorizontally = (value: string): boolean => !/^(0|none)\b/.test(value);
const namesSide = (value: string): boolean => /(?<![-\w])(left|right)(?![-\w])/.test(value);
const hasHorizontalOffset = (value: string): boolean => /(^|,|inset)\s*-?[1-9][\d.]*px/.test(value);

const dirRuleAdvice = 'a rule for [dir] of its own';

/** The physical properties, the values that are rejected, and the replacement to suggest. */
const physicalProperties: readonly [property: RegExp, refused: (value: string) => boolean, instead: string][] = [
  [/^(left|right)$/, () => true, 'inset-inline-start, inset-inline-end'],
  [/^(margin|padding|border|scroll-\w+)-(left|right)\b/, () => true, '…-inline-start, …-inline-end'],
  [/^border-\w+-(left|right)-radius$/, () => true, 'border-start-start-radius and its like'],
  [/^(margin|padding|inset|scroll-\w+|border-(width|style|color))$/, edgesDiffer, '…-block and …-inline'],
  [/^border-radius$/, cornersDiffer, 'border-start-start-radius and its like'],
  [/^(text-align|float|clear)$/, namesSide, 'start, end'],
  [/^(background|mask|object|transform|perspective)(-\w+)?$/, namesSide, dirRuleAdvice],
  [/^background(-image)?$/, (value) => /\bat \d/.test(value), dirRuleAdvice],
  [/^translate$/, movesHorizontally, dirRuleAdvice],
  [/^transform$/, (value) => /translate(X|3d)?\((?!0\b)/.test(value), dirRuleAdvice],
  [/^box-shadow$/, hasHorizontalOffset, dirRuleAdvice],
];

/** The same for code, line by line. */
const physicalCode: readonly [written: RegExp, instead: string][] = [
  [/\bArrow(Left|Right)\b/, 'arrowStep of @amber/ui/direction'],
  [/\b(margin|padding|border|scrollMargin|scrollPadding)(Left|Right)\b/, 'marginInlineStart and its like'],
  [/\bborder(Top|Bottom)(Left|Right)\w*/, 'borderStartStartRadius and its like'],
  [/\b(textAlign|float): '(left|right)'/, 'start, end'],
  [/\bstyle\b.*\{[^}]*\b(left|right):|\.style\.(left|right)\b/, 'insetInlineStart, insetInlineEnd'],
  [/\btranslate(X|3d)?\((?!0\b)|\btranslate(: | = )`(?!0\b)/, 'a factor onward() of @amber/ui/direction'],
];

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Whether lines `from` to `to`, or the line above them, give a reason. */
const isExempted = (lines: readonly string[], from: number, to: number): boolean =>
  lines.slice(Math.max(0, from - 2), to).some((line) => exemptionComment.test(line));

/** The problems of a stylesheet. Rules under [dir] name physical sides on purpose. */
export function physicalInCss(css: string): StyleProblem[] {
  const lines = css.split('\n');
  // Comments and strings are blanked out; offsets stay the same.
  const bare = css.replace(/\/\*[^]*?\*\/|"[^"]*"|'[^']*'/g, (quiet) =>
    /^['"](rtl|ltr)/.test(quiet) ? quiet : quiet.replace(/[^\n]/g, ' '),
  );
  const found: StyleProblem[] = [];
  const selectorStack: string[] = [];
  for (const { 1: text = '', 2: end, index } of bare.matchAll(/([^{};]*)([{};])/g)) {
    const [, property = '', value = ''] = /^\s*([-a-z]+)\s*:\s*([^]*?)\s*$/.exec(text) ?? [];
    if (end !== '{' && !selectorStack.some((selector) => selector.includes('[dir='))) {
      const from = lineAt(bare, index + text.search(/\S|$/));
      const rule = physicalProperties.find(([pattern, refused]) => pattern.test(property) && refused(value));
      if (rule && !isExempted(lines, from, lineAt(bare, index + text.length)))
        found.push({ line: from, message: `${property}: ${value} (use ${rule[2]})` });
    }
    if (end === '{') selectorStack.push(text);
    if (end === '}') selectorStack.pop();
  }
  return found;
}

/** The problems of a TypeScript file. */
export function physicalInCode(source: string): StyleProblem[] {
  const lines = source.split('\n');
  return lines.flatMap((text, at) => {
    const rule = /^\s*(\/\/|\*|\/\*)/.test(text) ? undefined : physicalCode.find(([pattern]) => pattern.test(text));
    return rule && !isExempted(lines, at + 1, at + 1)
      ? [{ line: at + 1, message: `${text.trim()} (use ${rule[1]})` }]
      : [];
  });
}

/** Every problem in the product's pages, as `file:line: problem`. */
export function findPhysicalStyles(): string[] {
  const files = globSync('{shared/*,shell,remotes/*}/src/**/*.{css,ts,tsx}', { cwd: root });
  return files
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const found = file.endsWith('.css') ? physicalInCss(text) : physicalInCode(text);
      return found.map(({ line, message }) => `${file}:${line}: ${message}`);
    });
}
