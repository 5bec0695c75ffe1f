// Whom a text mentions: read from it when it is sent, found in it when it is shown.
import type { Inline, MentionName } from './inline.ts';
import { type Block, parseMarkdown } from './parseMarkdown.ts';
import type { Mentionable, Person } from '../kit/person.ts';

const mentionsInInlines = (inlines: readonly Inline[]): string[] =>
  inlines.flatMap((part) =>
    'inlines' in part ? mentionsInInlines(part.inlines) : part.kind === 'mention' ? [part.identifier] : [],
  );

const mentionsInBlocks = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'code') return [];
    if (block.kind === 'quote') return mentionsInBlocks(block.blocks);
    return block.kind === 'list' ? block.items.flatMap(mentionsInBlocks) : mentionsInInlines(block.inlines);
  });

/** The identifiers of those whom this text names, each once; where two share a name, the one who comes first. */
export const findMentions = (text: string, people: readonly Mentionable[]): string[] =>
  text.includes('@') ? [...new Set(mentionsInBlocks(parseMarkdown(text, people)))] : [];

// More than anybody names; a hostile list must not make a text slow.
const maxMentions = 50;

/** The names under which a text may mention these people; whichever it is, the reader sees the one he calls them by. */
export const mentionNamesOf = (
  identifiers: readonly string[],
  personOf: (identifier: string) => Person,
): MentionName[] =>
  identifiers.slice(0, maxMentions).flatMap((identifier) => {
    const { name, aliases: alsoCalled = [] } = personOf(identifier);
    return [name, ...alsoCalled].map((alias) => ({ name: alias, identifier, displayName: name }));
  });
