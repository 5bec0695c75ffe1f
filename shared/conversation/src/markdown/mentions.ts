// The mentions of a text: extracted when it is sent, matched when it is displayed.
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

/**
 * Returns the distinct identifiers of the people whom this text mentions. If two share a name, it is the first of them.
 */
export const findMentions = (text: string, people: readonly Mentionable[]): string[] =>
  text.includes('@') ? [...new Set(mentionsInBlocks(parseMarkdown(text, people)))] : [];

// More mentions than anybody uses; a hostile list must not make rendering slow.
const maxMentions = 50;

/**
 * Returns the names by which a text may mention these people. Whichever is used, the reader sees the name that they
 * know the person by.
 */
export const mentionNamesOf = (
  identifiers: readonly string[],
  personOf: (identifier: string) => Person,
): MentionName[] =>
  identifiers.slice(0, maxMentions).flatMap((identifier) => {
    const { name, aliases = [] } = personOf(identifier);
    return [name, ...aliases].map((alias) => ({ name: alias, identifier, displayName: name }));
  });
