// Writes the names of emoji in another language: node tools/emojiNames.ts FOLDER zh zh-Hans, where FOLDER is the
// unpacked npm package `emojibase-data` (MIT), zh its folder of that language, and zh-Hans our name of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './run.ts';

interface Named {
  unicode: string;
  label: string;
  tags?: string[];
}

const [folder = '', sourceLanguage = '', language = ''] = process.argv.slice(2);
const read = (file: string): unknown => JSON.parse(readFileSync(join(resolve(folder), file), 'utf8'));
const { version } = read('package.json') as { version: string };

/** Some emoji have a variation selector in one data set and none in the other. */
const withoutVariationSelector = (emoji: string): string => emoji.replaceAll('\u{FE0F}', '');
const named = new Map(
  (read(`${sourceLanguage}/compact.json`) as Named[]).map((one) => [withoutVariationSelector(one.unicode), one]),
);

const line = (emoji: string): string => {
  const { label, tags = [] } = named.get(withoutVariationSelector(emoji)) ?? { label: '' };
  return `${label}|${tags.filter((tag) => tag !== label).join(' ')}`.replace(/\|$/u, '');
};
const emojiFolder = join(root, 'shared/conversation/src/emoji');
const emoji = readFileSync(join(emojiFolder, 'emojiData.ts'), 'utf8')
  .split('\n')
  .filter((row) => row.includes('|'))
  .map((row) => row.split('|')[0]!);

writeFileSync(
  join(emojiFolder, `names/${language}.ts`),
  `// What emoji are called, and other words for it: a line each, in the order of emojiData.ts. Made by tools/emojiNames.ts from
// emojibase-data ${version} (MIT, Copyright (c) Miles Johnson, after the Unicode CLDR); do not edit by hand.
export const names = \`
${emoji.map(line).join('\n')}
\`;
`,
);
