// Converts Markdown to plain text on one line.
import type { Inline } from './inline.ts';
import { type Block, parseMarkdown } from './parseMarkdown.ts';

/** The number of characters that a list shows at most. */
const maxLength = 200;

const inlineText = (inline: Inline): string =>
  'inlines' in inline ? inline.inlines.map(inlineText).join('') : inline.text;

function blockText(block: Block): string {
  if ('inlines' in block) return block.inlines.map(inlineText).join('');
  if (block.kind === 'code') return block.text;
  return blocksText(block.kind === 'quote' ? block.blocks : block.items.flat());
}

const blocksText = (blocks: readonly Block[]): string => blocks.map(blockText).join(' ');

/** Returns the whole text without Markdown syntax. */
export const toPlainText = (text: string): string => blocksText(parseMarkdown(text)).replace(/\s+/g, ' ').trim();

/** Returns the beginning of the text without Markdown syntax. */
export const stripMarkdown = (text: string): string => toPlainText(text.slice(0, maxLength));
