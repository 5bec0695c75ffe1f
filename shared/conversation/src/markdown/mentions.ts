// Whom a text mentions: read from it when it is sent, found in it when it is shown.
import type { Inline, MentionName } from './inline.ts';
import { type Block, parseMarkdown } from './parseMarkdown.ts';
import type { Mentionable, Person } from '../kit/person.ts';

const inInlines = (inlines: readonly Inline[]): string[] =>
  inlines.flatMap((part) =>
    'inlines' in part ? inInlines(part.inlines) : part.kind === 'mention' ? [part.identifier] : [],
  );

const inBlocks = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'code') return [];
    if (block.kind === 'quote') return inBlocks(block.blocks);
    return block.kind === 'list' ? block.items.flatMap(inBlocks) : inInlines(block.inlines);
  });

/** The identifiers of those whom this text names, each once; where two share a name, the one who comes first. */
export const mentionsIn = (text: string, people: readonly Mentionable[]): string[] =>
  text.includes('@') ? [...new Set(inBlocks(parseMarkdown(text, people)))] : [];

// More than anybody names; a hostile list must not make a text slow.
const mentionsMost = 50;

/** The names under which a text may mention these people; whichever it is, the reader sees the one he calls them by. */
export const namesToMark = (identifiers: readonly string[], personOf: (identifier: string) => Person): MentionName[] =>
  identifiers.slice(0, mentionsMost).flatMap((identifier) => {
    const { name, alsoCalled = [] } = personOf(identifier);
    return [name, ...alsoCalled].map((called) => ({ name: called, identifier, shown: name }));
  });
