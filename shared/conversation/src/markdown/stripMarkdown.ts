// A text in one line, without the marks of its Markdown.
import type { Inline } from './inline.ts';
import { type Block, parseMarkdown } from './parseMarkdown.ts';

/** A list shows no more of it. */
const maxLength = 200;

const inlineText = (inline: Inline): string =>
  'inlines' in inline ? inline.inlines.map(inlineText).join('') : inline.text;

function blockText(block: Block): string {
  if ('inlines' in block) return block.inlines.map(inlineText).join('');
  if (block.kind === 'code') return block.text;
  return blocksText(block.kind === 'quote' ? block.blocks : block.items.flat());
}

const blocksText = (blocks: readonly Block[]): string => blocks.map(blockText).join(' ');

/** Its beginning, as it would be read aloud. */
export const stripMarkdown = (text: string): string =>
  blocksText(parseMarkdown(text.slice(0, maxLength)))
    .replace(/\s+/g, ' ')
    .trim();
