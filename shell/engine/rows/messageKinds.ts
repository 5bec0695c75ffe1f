// What the engine needs to know of each kind of message: its words, its preview in the list, whom it mentions.
import type { ConversationRow, MessageRow, PreviewKind } from '@amber/client/db';
import type { Content } from '@amber/proto';
import {
  type BodyOf,
  currentAnswer,
  type FileBody,
  isMessageKind,
  type MessageBody,
  type MessageKind,
  readMessage,
  readText,
} from '@amber/proto/bodies';

interface KindRow<Body> {
  /** What a search finds it by. */
  words(body: Body): string;
  /** Shown in the list instead of its words; with them for an AI's. */
  previewKind?: PreviewKind;
  /** Identifiers of the people it names. */
  mentions(body: Body): readonly string[];
}

const nobody = (): readonly string[] => [];
const nameOf = ({ name }: FileBody): string => name;

const kinds = {
  text: { words: ({ text }) => text, mentions: ({ mentions }) => mentions ?? [] },
  // A picture's name says little.
  image: { words: nameOf, mentions: nobody, previewKind: 'image' },
  video: { words: nameOf, mentions: nobody, previewKind: 'video' },
  audio: { words: nameOf, mentions: nobody },
  file: { words: nameOf, mentions: nobody },
  // See wordsOf: an answer goes on after it has arrived.
  ai: { words: ({ text }) => text, mentions: nobody, previewKind: 'ai' },
} satisfies { [Kind in MessageKind]: KindRow<BodyOf<Kind>> };

/** The row of a kind, for bodies of that kind; undefined for one of a newer build. */
const rowOf = (type: string): KindRow<MessageBody> | undefined => (isMessageKind(type) ? kinds[type] : undefined);

type Said = Pick<MessageRow, 'content' | 'withdrawn' | 'edited' | 'aside' | 'untrusted' | 'unreadable' | 'answer'>;

/**
 * The current words of a message; empty for a kind without words, a withdrawn one, and one that nobody entitled has
 * sealed.
 */
export function wordsOf(message: Said): string {
  const { content, withdrawn, edited, aside, untrusted } = message;
  if (withdrawn || aside || untrusted) return '';
  if (content.type === 'ai') return currentAnswer(content, message.answer)?.text ?? '';
  const edit = edited && readText({ type: 'text', message: edited.message });
  const body = readMessage(content);
  return edit?.text ?? (body && rowOf(content.type)?.words(body)) ?? '';
}

/** Its preview in the list. Both fields are always set, so that the previous ones are replaced. */
export const previewOf = (
  message: Said,
): Pick<ConversationRow, 'preview'> & { previewKind: PreviewKind | undefined } => ({
  preview: wordsOf(message),
  previewKind: message.withdrawn
    ? 'withdrawn'
    : message.aside || message.untrusted || message.unreadable
      ? 'notAccepted'
      : rowOf(message.content.type)?.previewKind,
});

/** Whom it mentions, for their notification. */
export function mentionedIn(content: Content): readonly string[] {
  const body = readMessage(content);
  return (body && rowOf(content.type)?.mentions(body)) ?? [];
}
