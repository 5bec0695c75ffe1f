// What the engine makes of each kind of message: its words, its line in the list, whom it mentions.
import type { MessageRow } from '@amber/client/db';
import type { Content } from '@amber/proto';
import {
  type BodyOf,
  type FileBody,
  isMessageKind,
  type MessageBody,
  type MessageKind,
  readMessage,
  readText,
} from '@amber/proto/bodies';
import { strings } from '../strings.ts';

interface KindRow<Body> {
  /** What a search finds it by. */
  words(body: Body): string;
  /** Its line in the list, made of its words as they stand now; empty words when it cannot be read. */
  preview(words: string): string;
  /** Identifiers of those whom it names. */
  mentions(body: Body): readonly string[];
}

const asItStands = (words: string): string => words;
const nobody = (): readonly string[] => [];
const nameOf = ({ name }: FileBody): string => name;

const kinds = {
  text: { words: ({ text }) => text, preview: asItStands, mentions: ({ mentions }) => mentions ?? [] },
  // A picture's name says little.
  image: { words: nameOf, preview: () => strings.photo, mentions: nobody },
  video: { words: nameOf, preview: () => strings.video, mentions: nobody },
  audio: { words: nameOf, preview: asItStands, mentions: nobody },
  file: { words: nameOf, preview: asItStands, mentions: nobody },
} satisfies { [Kind in MessageKind]: KindRow<BodyOf<Kind>> };

/** The row of a kind, for bodies of that kind; undefined for one of a newer build. */
const rowOf = (type: string): KindRow<MessageBody> | undefined => (isMessageKind(type) ? kinds[type] : undefined);

type Said = Pick<MessageRow, 'content' | 'withdrawn' | 'edited' | 'aside'>;

/** The words of a message as they stand now; empty for a kind without words, where they were taken back, and where nobody has sealed them. */
export function wordsOf({ content, withdrawn, edited, aside }: Said): string {
  if (withdrawn || aside) return '';
  const edit = edited && readText({ type: 'text', message: edited.message });
  const body = readMessage(content);
  return edit?.text ?? (body && rowOf(content.type)?.words(body)) ?? '';
}

/** What the list shows of it. */
export function previewOf(message: Said): string {
  if (message.withdrawn) return strings.withdrawn;
  const words = wordsOf(message);
  return rowOf(message.content.type)?.preview(words) ?? words;
}

/** Whom it names, to be told of it. */
export function mentionedIn(content: Content): readonly string[] {
  const body = readMessage(content);
  return (body && rowOf(content.type)?.mentions(body)) ?? [];
}
