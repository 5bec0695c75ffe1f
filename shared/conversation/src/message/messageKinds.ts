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
import { AiBubble } from './bubbles/AiBubble.tsx';
import type { BubbleProps } from '../kit/bubbleProps.ts';
import { FileBubble } from './bubbles/FileBubble.tsx';
import { TextBubble } from './bubbles/TextBubble.tsx';
import { shownText } from '../kit/shownText.ts';

/** Entries of the menu that only some kinds have; the others go by the message's state. */
export type KindEntry = 'reply' | 'copy' | 'saveFile' | 'favorite' | 'forward' | 'edit' | 'remember' | 'regenerate';

interface KindRow<Body> {
  Bubble: ComponentType<BubbleProps>;
  /** In one line, for replies and for copying. */
  line(body: Body): string;
  /** What a screen reader says when it arrives. */
  announced(author: string, body: Body): string;
  entries: readonly KindEntry[];
  /** It opens among the conversation's other pictures. */
  isPicture: boolean;
}

/** Whose names say little. */
const hasOwnWord = (type: FileType): type is keyof typeof words.fileLine => Object.hasOwn(words.fileLine, type);

const fileRow = (type: FileType): Omit<KindRow<FileBody>, 'isPicture'> => ({
  Bubble: FileBubble,
  line: ({ name }) => (hasOwnWord(type) ? words.fileLine[type] : name),
  announced: (author, { name }) => words.fileSent[type]({ author, name }),
  entries: ['reply', 'saveFile', 'favorite'],
});

const kinds = {
  text: {
    Bubble: TextBubble,
    line: ({ text }) => text,
    announced: (author, { text }) => words.announcement({ author, text: text || words.unsupported }),
    entries: ['reply', 'copy', 'favorite', 'forward', 'edit', 'remember'],
    isPicture: false,
  },
  image: { ...fileRow('image'), isPicture: true },
  video: { ...fileRow('video'), isPicture: false },
  audio: { ...fileRow('audio'), isPicture: false },
  file: { ...fileRow('file'), isPicture: false },
  ai: {
    Bubble: AiBubble,
    line: ({ text }) => text,
    // While it is being written its bubble is heard: see SpokenAnswer.
    announced: (author, { text, state }) =>
      state === 'writing' ? words.answering({ author }) : words.announcement({ author: words.byAi({ author }), text }),
    // Not passed on: as somebody's text it would lose its mark.
    entries: ['reply', 'copy', 'favorite', 'regenerate'],
    isPicture: false,
  },
} satisfies { [Kind in MessageKind]: KindRow<BodyOf<Kind>> };

/** The row of a kind, for bodies of that kind; undefined for one of a newer build. */
export const kindOf = (type: string): KindRow<MessageBody> | undefined =>
  isMessageKind(type) ? kinds[type] : undefined;

/** A message's current body and the row of its kind; null if it was withdrawn, is invalid or comes from a newer build. */
function shown(message: MessageRow): { kind: KindRow<MessageBody>; body: MessageBody } | null {
  const kind = kindOf(message.content.type);
  const { content, withdrawn, answer } = message;
  const body = withdrawn ? null : (shownText(message) ?? currentAnswer(content, answer) ?? readMessage(content));
  return kind && body ? { kind, body } : null;
}

/** A message in one line: its text, or what its file is. Empty where there is nothing to read. */
export function shownLine(message: MessageRow): string {
  const it = shown(message);
  return it ? it.kind.line(it.body) : '';
}

/** The sentence in which a message is announced. */
export function announcementOf(message: MessageRow, author: string): string {
  const it = shown(message);
  return it ? it.kind.announced(author, it.body) : words.announcement({ author, text: words.unsupported });
}

/** What can be done with a message because of what it is. */
export const entriesOf = (message: MessageRow): readonly KindEntry[] => shown(message)?.kind.entries ?? [];

/** Whether it opens among the conversation's pictures. */
export const isPicture = (message: MessageRow): boolean => shown(message)?.kind.isPicture ?? false;
