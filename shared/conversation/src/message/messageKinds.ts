// What a conversation makes of each kind of message: its bubble, its words in one line, what can be done with it.
import type { MessageRow } from '@amber/client/db';
import {
  type BodyOf,
  currentAnswer,
  type FileBody,
  type FileType,
  isMessageKind,
  type MessageBody,
  type MessageKind,
  readMessage,
} from '@amber/proto/bodies';
import type { ComponentType } from 'react';
import { words } from '../words/gen/conversation.ts';
import { BotBubble } from './bubbles/BotBubble.tsx';
import type { BubbleProps } from '../kit/bubbleProps.ts';
import { FileBubble } from './bubbles/FileBubble.tsx';
import { TextBubble } from './bubbles/TextBubble.tsx';
import { currentText } from '../kit/currentText.ts';

/** Entries of the menu that only some kinds have; the others go by the message's state. */
export type KindEntry = 'reply' | 'copy' | 'saveFile' | 'favorite' | 'forward' | 'edit' | 'remember' | 'regenerate';

interface KindDefinition<Body> {
  Bubble: ComponentType<BubbleProps>;
  /** In one line, for replies and for copying. */
  asText(body: Body): string;
  /** What a screen reader says when it arrives. */
  announce(author: string, body: Body): string;
  entries: readonly KindEntry[];
  /** It opens among the conversation's other pictures. */
  isPicture: boolean;
}

/** Whose names say little. */
const hasTypeName = (type: FileType): type is keyof typeof words.fileLine => Object.hasOwn(words.fileLine, type);

const fileDefinition = (type: FileType): Omit<KindDefinition<FileBody>, 'isPicture'> => ({
  Bubble: FileBubble,
  asText: ({ name }) => (hasTypeName(type) ? words.fileLine[type] : name),
  announce: (author, { name }) => words.fileSent[type]({ author, name }),
  entries: ['reply', 'saveFile', 'favorite'],
});

const kinds = {
  text: {
    Bubble: TextBubble,
    asText: ({ text }) => text,
    announce: (author, { text }) => words.announcement({ author, text: text || words.unsupported }),
    entries: ['reply', 'copy', 'favorite', 'forward', 'edit', 'remember'],
    isPicture: false,
  },
  image: { ...fileDefinition('image'), isPicture: true },
  video: { ...fileDefinition('video'), isPicture: false },
  audio: { ...fileDefinition('audio'), isPicture: false },
  file: { ...fileDefinition('file'), isPicture: false },
  ai: {
    Bubble: BotBubble,
    asText: ({ text }) => text,
    // While it is being written its bubble is heard: see SpokenAnswer.
    announce: (author, { text, state }) =>
      state === 'writing' ? words.answering({ author }) : words.announcement({ author: words.byAi({ author }), text }),
    // Not passed on: as somebody's text it would lose its mark.
    entries: ['reply', 'copy', 'favorite', 'regenerate'],
    isPicture: false,
  },
} satisfies { [Kind in MessageKind]: KindDefinition<BodyOf<Kind>> };

/** The row of a kind, for bodies of that kind; undefined for one of a newer build. */
export const kindOf = (type: string): KindDefinition<MessageBody> | undefined =>
  isMessageKind(type) ? kinds[type] : undefined;

/** A message's current body and the row of its kind; null if it was withdrawn, is invalid or comes from a newer build. */
function currentContent(message: MessageRow): { kind: KindDefinition<MessageBody>; body: MessageBody } | null {
  const kind = kindOf(message.content.type);
  const { content, withdrawn, answer } = message;
  const body = withdrawn ? null : (currentText(message) ?? currentAnswer(content, answer) ?? readMessage(content));
  return kind && body ? { kind, body } : null;
}

/** A message in one line: its text, or what its file is. Empty where there is nothing to read. */
export function messageText(message: MessageRow): string {
  const content = currentContent(message);
  return content ? content.kind.asText(content.body) : '';
}

/** The sentence in which a message is announced. */
export function announcementOf(message: MessageRow, author: string): string {
  const content = currentContent(message);
  return content
    ? content.kind.announce(author, content.body)
    : words.announcement({ author, text: words.unsupported });
}

/** What can be done with a message because of what it is. */
export const kindEntriesOf = (message: MessageRow): readonly KindEntry[] => currentContent(message)?.kind.entries ?? [];

/** Whether it opens among the conversation's pictures. */
export const isPicture = (message: MessageRow): boolean => currentContent(message)?.kind.isPicture ?? false;
