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

interface MessageKindEntry<Body> {
  /** What a search finds it by. */
  text(body: Body): string;
  /** Shown in the list instead of its words; with them for an AI's. */
  previewKind?: PreviewKind;
  /** Identifiers of the people it names. */
  mentions(body: Body): readonly string[];
}

const noMentions = (): readonly string[] => [];
const nameOf = ({ name }: FileBody): string => name;

const kinds = {
  text: { text: ({ text }) => text, mentions: ({ mentions }) => mentions ?? [] },
  // A picture's name says little.
  image: { text: nameOf, mentions: noMentions, previewKind: 'image' },
  video: { text: nameOf, mentions: noMentions, previewKind: 'video' },
  audio: { text: nameOf, mentions: noMentions },
  file: { text: nameOf, mentions: noMentions },
  // See wordsOf: an answer goes on after it has arrived.
  ai: { text: ({ text }) => text, mentions: noMentions, previewKind: 'ai' },
} satisfies { [Kind in MessageKind]: MessageKindEntry<BodyOf<Kind>> };

/** The row of a kind, for bodies of that kind; undefined for one of a newer build. */
const kindEntryOf = (type: string): MessageKindEntry<MessageBody> | undefined =>
  isMessageKind(type) ? kinds[type] : undefined;

type DisplayedMessage = Pick<
  MessageRow,
  'content' | 'withdrawn' | 'edited' | 'aside' | 'untrusted' | 'unreadable' | 'answer'
>;

/**
 * The current words of a message; empty for a kind without words, a withdrawn one, and one that nobody entitled has
 * sealed.
 */
export function textOf(message: DisplayedMessage): string {
  const { content, withdrawn, edited, aside, untrusted } = message;
  if (withdrawn || aside || untrusted) return '';
  if (content.type === 'ai') return currentAnswer(content, message.answer)?.text ?? '';
  const edit = edited && readText({ type: 'text', message: edited.message });
  const body = readMessage(content);
  return edit?.text ?? (body && kindEntryOf(content.type)?.text(body)) ?? '';
}

/** Its preview in the list. Both fields are always set, so that the previous ones are replaced. */
export const previewOf = (
  message: DisplayedMessage,
): Pick<ConversationRow, 'preview'> & { previewKind: PreviewKind | undefined } => ({
  preview: textOf(message),
  previewKind: message.withdrawn
    ? 'withdrawn'
    : message.aside || message.untrusted || message.unreadable
      ? 'notAccepted'
      : kindEntryOf(message.content.type)?.previewKind,
});

/** Whom it mentions, for their notification. */
export function mentionedIn(content: Content): readonly string[] {
  const body = readMessage(content);
  return (body && kindEntryOf(content.type)?.mentions(body)) ?? [];
}
