// Writes the emoji picker's data: node tools/emojiData.ts FOLDER, where FOLDER is the unpacked npm package `gemoji` (MIT).
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './run.ts';

interface Gemoji {
  emoji: string;
  names: string[];
  tags: string[];
  description: string;
  category: string;
}

const folder = resolve(process.argv[2]!);
const { gemoji } = (await import(pathToFileURL(join(folder, 'index.js')).href)) as { gemoji: Gemoji[] };
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };

const line = ({ emoji, names, tags, description }: Gemoji) =>
  [emoji, description, names.join(' '), tags.join(' ')].join('|').replace(/\|$/u, '');
const categories = [...new Set(gemoji.map(({ category }) => category))];
const text = categories
  .map(
    (category) => `  ${JSON.stringify(category)}: \`
${gemoji
  .filter((one) => one.category === category && /^\p{RGI_Emoji}$/v.test(one.emoji))
  .map(line)
  .join('\n')}
\`,`,
  )
  .join('\n');

writeFileSync(
  join(root, 'shared/conversation/src/emoji/emojiData.ts'),
  `// Every emoji: itself, what it is, its shortcodes, other words for it. Made by tools/emojiData.ts from gemoji ${version}
// (MIT, Copyright (c) Titus Wormer, after github/gemoji and the Unicode Character Database); do not edit by hand.
export const emojiData = {
${text}
} as const;
`,
);
