// The table of message kinds: bubble, one-line text and menu entries of each.
import type { MessageRow } from '@amber/client/rows';
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
import { limits } from '@amber/proto/limits';
import { formatDuration } from '@amber/words/formats';
import type { ComponentType } from 'react';
import { words } from '../words/gen/conversation.ts';
import { BotBubble } from './bubbles/BotBubble.tsx';
import type { BubbleProps } from '../kit/bubbleProps.ts';
import { FileBubble } from './bubbles/FileBubble.tsx';
import { TextBubble } from './bubbles/TextBubble.tsx';
import { currentFile, currentText } from '../kit/currentText.ts';

/** Menu entries that depend on the kind of message; the others depend on its state. */
export type KindEntry =
  | 'reply'
  | 'copy'
  | 'saveFile'
  | 'favorite'
  | 'forward'
  | 'edit'
  | 'remember'
  | 'regenerate'
  | 'readAloud'
  | 'stopReading';

interface KindDefinition<Body> {
  Bubble: ComponentType<BubbleProps>;
  /** Returns the message on one line, for replies and for copying. */
  asText(body: Body): string;
  /** Returns the sentence that a screen reader announces when the message arrives. */
  announce(author: string, body: Body): string;
  entries(body: Body): readonly KindEntry[];
}

/** Whether a type is described by its name, such as 'Photo', because the file names of such files say little. */
const hasTypeName = (type: FileType): type is keyof typeof words.fileLine => Object.hasOwn(words.fileLine, type);

/** Returns the length of a voice message, such as '0:07', within what a recorder can produce. */
export const voiceLength = ({ duration = 0 }: FileBody): string => formatDuration(Math.min(duration, limits.voiceMax));

const voiceEntries = ['reply', 'saveFile', 'favorite', 'forward'] as const;
// An edit changes the caption, and can add one.
const fileEntries = [...voiceEntries, 'edit'] as const;
const captionedEntries = [...fileEntries, 'copy'] as const;

const fileDefinition = (type: FileType): KindDefinition<FileBody> => ({
  Bubble: FileBubble,
  asText: (body) =>
    body.voice
      ? words.voiceLine({ length: voiceLength(body) })
      : (body.caption ?? (hasTypeName(type) ? words.fileLine[type] : body.name)),
  announce: (author, body) => {
    if (body.voice) return words.voiceSent({ author, length: voiceLength(body) });
    const sentence = words.fileSent[type]({ author, name: body.name });
    return body.caption ? words.withCaption({ sentence, caption: body.caption }) : sentence;
  },
  entries: ({ voice, caption }) => (voice ? voiceEntries : caption ? captionedEntries : fileEntries),
});

const kinds = {
  text: {
    Bubble: TextBubble,
    asText: ({ text }) => text,
    announce: (author, { text }) => words.announcement({ author, text: text || words.unsupported }),
    entries: () => ['reply', 'copy', 'readAloud', 'stopReading', 'favorite', 'forward', 'edit', 'remember'],
  },
  image: fileDefinition('image'),
  video: fileDefinition('video'),
  audio: fileDefinition('audio'),
  file: fileDefinition('file'),
  ai: {
    Bubble: BotBubble,
    asText: ({ text }) => text,
    // A streaming answer is announced by its bubble: see SpokenAnswer.
    announce: (author, { text, state }) =>
      state === 'writing' ? words.answering({ author }) : words.announcement({ author: words.byAi({ author }), text }),
    // There is no 'forward', because a forwarded text would lose its AI label.
    entries: () => ['reply', 'copy', 'readAloud', 'stopReading', 'favorite', 'regenerate'],
  },
} satisfies { [Kind in MessageKind]: KindDefinition<BodyOf<Kind>> };

/** Returns the definition of a kind, or undefined for a kind of a newer build. */
export const kindOf = (type: string): KindDefinition<MessageBody> | undefined =>
  isMessageKind(type) ? kinds[type] : undefined;

/**
 * Returns a message's current body and the definition of its kind; null if it was withdrawn, is invalid or comes from a
 * newer build.
 */
function currentContent(message: MessageRow): { kind: KindDefinition<MessageBody>; body: MessageBody } | null {
  const kind = kindOf(message.content.type);
  const { content, withdrawn, answer } = message;
  const body = withdrawn
    ? null
    : (currentText(message) ?? currentFile(message) ?? currentAnswer(content, answer) ?? readMessage(content));
  return kind && body ? { kind, body } : null;
}

/** Returns a message on one line: its text, or the description of its file. Empty if there is nothing to read. */
export function messageText(message: MessageRow): string {
  const content = currentContent(message);
  return content ? content.kind.asText(content.body) : '';
}

/** Returns the sentence that announces a message. */
export function announcementOf(message: MessageRow, author: string): string {
  const content = currentContent(message);
  return content
    ? content.kind.announce(author, content.body)
    : words.announcement({ author, text: words.unsupported });
}

/** Returns the menu entries that the kind of a message supports. */
export function kindEntriesOf(message: MessageRow): readonly KindEntry[] {
  const content = currentContent(message);
  return content ? content.kind.entries(content.body) : [];
}

/** Whether a message opens in the lightbox, with the conversation's other pictures and videos. */
export const isPicture = ({ content, ...rest }: MessageRow): boolean =>
  (content.type === 'image' || content.type === 'video') && currentContent({ content, ...rest }) !== null;
