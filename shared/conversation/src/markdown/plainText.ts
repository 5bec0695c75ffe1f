// A text in one line, without the marks of its Markdown.
import type { Inline } from './inline.ts';
import { type Block, parseMarkdown } from './parseMarkdown.ts';

/** A list shows no more of it. */
const most = 200;

const ofInline = (inline: Inline): string =>
  'inlines' in inline ? inline.inlines.map(ofInline).join('') : inline.text;

function ofBlock(block: Block): string {
  if ('inlines' in block) return block.inlines.map(ofInline).join('');
  if (block.kind === 'code') return block.text;
  return ofBlocks(block.kind === 'quote' ? block.blocks : block.items.flat());
}

const ofBlocks = (blocks: readonly Block[]): string => blocks.map(ofBlock).join(' ');

/** Its beginning, as it would be read aloud. */
export const plainText = (text: string): string =>
  ofBlocks(parseMarkdown(text.slice(0, most)))
    .replace(/\s+/g, ' ')
    .trim();
