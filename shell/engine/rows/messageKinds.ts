// The text, the preview in the list, and the mentioned people of each message kind.
import type { EngineEvent } from '@amber/client/bus';
import type { ConversationRow, MessageRow, PreviewKind } from '@amber/client/db';
import type { Content } from '@amber/proto';
import {
  type BodyOf,
  currentAnswer,
  type FileBody,
  isMessageKind,
  type MessageBody,
  type MessageKind,
  readFile,
  readMessage,
  readSystem,
  readText,
} from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';

interface MessageKindEntry<Body> {
  /** The text by which search finds it. */
  text(body: Body): string;
  /** Shown in the list instead of the text; for an answer of a bot, next to it. */
  previewKind?: PreviewKind;
  /** Identifiers of the people it mentions. */
  mentions(body: Body): readonly string[];
}

const noMentions = (): readonly string[] => [];

const fileEntry: MessageKindEntry<FileBody> = {
  text: ({ caption, name }) => caption ?? name,
  mentions: ({ mentions }) => mentions ?? [],
};

const kinds = {
  text: { text: ({ text }) => text, mentions: ({ mentions }) => mentions ?? [] },
  // An image's file name would say little in the list.
  image: { ...fileEntry, previewKind: 'image' },
  video: { ...fileEntry, previewKind: 'video' },
  audio: fileEntry,
  file: fileEntry,
  // The text of an answer comes from `textOf`, because it can grow after it has arrived.
  ai: { text: ({ text }) => text, mentions: noMentions, previewKind: 'ai' },
} satisfies { [Kind in MessageKind]: MessageKindEntry<BodyOf<Kind>> };

/** Returns the entry of a message kind; undefined for a kind of a newer build. */
const kindEntryOf = (type: string): MessageKindEntry<MessageBody> | undefined =>
  isMessageKind(type) ? kinds[type] : undefined;

type DisplayedMessage = Pick<
  MessageRow,
  'content' | 'withdrawn' | 'edited' | 'aside' | 'untrusted' | 'unreadable' | 'answer'
>;

/**
 * Returns the current text of a message. It is empty for a kind without text, for a withdrawn message, and for one that
 * is unencrypted in an encrypted chat or from an untrusted device.
 */
export function textOf(message: DisplayedMessage): string {
  const { content, withdrawn, edited, aside, untrusted } = message;
  if (withdrawn || aside || untrusted) return '';
  if (content.type === 'ai') return currentAnswer(content, message.answer)?.text ?? '';
  const edit = edited && readText({ type: 'text', message: edited.message });
  const body = readMessage(content);
  return edit?.text ?? (body && kindEntryOf(content.type)?.text(body)) ?? '';
}

type Preview = Required<Pick<ConversationRow, 'preview' | 'previewKind' | 'previewDuration'>>;

/** The preview of a conversation without messages. */
export const emptyPreview: Preview = { preview: '', previewKind: undefined, previewDuration: undefined };

/** Returns the preview of a message in the list. All fields are always set, so that they replace the previous ones. */
export function previewOf(message: DisplayedMessage): Preview {
  const { content, withdrawn, aside, untrusted, unreadable } = message;
  const preview = { ...emptyPreview, preview: textOf(message) };
  if (withdrawn) return { ...preview, previewKind: 'withdrawn' };
  if (aside || untrusted || unreadable) return { ...preview, previewKind: 'notAccepted' };
  // Of the lines of calls, the list shows only those of missed ones.
  if (content.type === 'system')
    return { ...preview, previewKind: readSystem(content)?.cmdId === 'callOffer' ? 'missedCall' : undefined };
  const file = readFile(content);
  // A text other than the name of the file is its caption, which says more than its kind.
  const isCaption = file !== null && preview.preview !== file.name;
  if (!file?.voice) return { ...preview, previewKind: isCaption ? undefined : kindEntryOf(content.type)?.previewKind };
  // A page of an older build shows the text. The sender's claim of a length may be any number.
  return { preview: file.name, previewKind: 'voice', previewDuration: Math.min(file.duration ?? 0, limits.voiceMax) };
}

/** The event that notifies a person of a new message. */
export const arrivedEvent = (message: MessageRow): EngineEvent => ({
  type: 'messageArrived',
  conversationId: message.conversationId,
  id: message.id,
  from: message.content.sender?.identifier ?? '',
  ...previewOf(message),
});

/** Returns the identifiers of the people whom the message mentions, for their notifications. */
export function mentionedIn(content: Content): readonly string[] {
  const body = readMessage(content);
  return (body && kindEntryOf(content.type)?.mentions(body)) ?? [];
}
