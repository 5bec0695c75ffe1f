// What the JSON text of a message holds, and how it is read: it comes from another person's device.
import type { Content, FileMessage } from '../gen/types.ts';
import { limits } from './limits.ts';

/** A message that is answered, as its answer carries it. */
export interface Quote {
  id: string;
  /** Empty when it was anonymous. */
  author: string;
  /** Its beginning; of a file its name. */
  text: string;
  /** It is a picture, which is said in the reader's language instead of its name. */
  picture?: 'image' | 'video';
}

/** Of the kind 'text'. */
export interface TextBody {
  text: string;
  quote?: Quote;
  /** Identifiers of those whom the text names as `@name`. */
  mentions?: string[];
  /** It was written elsewhere and passed on. */
  forwarded?: true;
}

/** What is said of a file: of the kinds 'image', 'video', 'audio' and 'file', which differ in how they are shown. */
export interface FileBody {
  /** Where it lies and how it is opened; all empty until it has been uploaded. */
  file: FileMessage;
  name: string;
  /** In bytes, unsealed. */
  size: number;
  /** A MIME type, as the sender's browser told it. */
  mime: string;
  /** Of a picture or a video, in pixels, as it is shown. */
  width?: number;
  height?: number;
  /** Of a sound or a video, in milliseconds. */
  duration?: number;
  quote?: Quote;
}

/**
 * The kinds of messages that people send, and how a content of each is read. A new kind begins with its row here; every
 * table over kinds that lacks it then does not compile. What has another type is from a newer build, or a line (`SystemBody`).
 */
const readers = { text: readText, image: readFile, video: readFile, audio: readFile, file: readFile };

export type MessageKind = keyof typeof readers;
export type BodyOf<Kind extends MessageKind> = NonNullable<ReturnType<(typeof readers)[Kind]>>;
export type MessageBody = BodyOf<MessageKind>;

/** The kinds whose body is a file's. */
export type FileType = { [Kind in MessageKind]: BodyOf<Kind> extends FileBody ? Kind : never }[MessageKind];

/** Whether this build knows the kind; the word comes from another person's device. */
export const isMessageKind = (type: string): type is MessageKind => Object.hasOwn(readers, type);

const isFileType = (type: string): type is FileType => isMessageKind(type) && readers[type] === readFile;

export const fileTypes: readonly FileType[] = Object.keys(readers).filter(isFileType);

/** The body of a message, whatever its kind; null where it makes no sense, or the kind is not known. */
export const readMessage = (content: Pick<Content, 'type' | 'message'>): MessageBody | null =>
  isMessageKind(content.type) ? readers[content.type](content) : null;

/** A line that this device has made of a system command; type 'system', its sender is SYSTEM. */
export interface SystemBody {
  type: 'custom';
  originMessage: { cmdId: string; actor: string; targets: string[]; body: Record<string, unknown> };
}

export const systemSender = 'SYSTEM';

/** The JSON object of a text; empty when it is none. */
export function readBody(message: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(message);
    return body !== null && typeof body === 'object' && !Array.isArray(body) ? { ...body } : {};
  } catch {
    return {}; // what cannot be read is shown as unsupported
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

function readQuote(value: unknown): Quote | undefined {
  const { id, author, text, picture } = (value ?? {}) as Partial<Quote>;
  if (!isText(id) || !isText(author) || !isText(text)) return undefined;
  return { id, author, text, ...((picture === 'image' || picture === 'video') && { picture }) };
}

/** A text message's body, null when it is none. Parts that make no sense are left out. */
export function readText({ type, message }: Pick<Content, 'type' | 'message'>): TextBody | null {
  const { text, quote, mentions, forwarded } = readBody(message);
  if (type !== 'text' || !isText(text)) return null;
  const answered = readQuote(quote);
  const named = Array.isArray(mentions) ? mentions.filter(isText) : [];
  return {
    text,
    ...(answered && { quote: answered }),
    ...(named.length > 0 && { mentions: named }),
    ...(forwarded === true && { forwarded }),
  };
}

/** Controls, marks that turn the direction of what is written, and what separates folders. */
const unfitForName = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/gu;

/** A file's name as it may be shown and saved under. A long one is cut before its ending. */
export function fileName(name: string): string {
  const clean = name.replace(unfitForName, '').trim() || 'file';
  const letters = Array.from(clean);
  if (letters.length <= limits.fileNameMax) return clean;
  const ending = /\.[^.]{1,15}$/u.exec(clean)?.[0] ?? '';
  return letters.slice(0, limits.fileNameMax - Array.from(ending).length).join('') + ending;
}

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** A file message's body, null when it is none. Its name is fit to be shown; a preview that is no picture, and measures that are no numbers, are left out. */
export function readFile({ type, message }: Pick<Content, 'type' | 'message'>): FileBody | null {
  if (!isFileType(type)) return null;
  const { file, name, size, mime, width, height, duration, quote } = readBody(message);
  const answered = readQuote(quote);
  const { key, uri, digest, preview } = (file ?? {}) as Partial<FileMessage>;
  if (!isText(key) || !isText(uri) || !isText(digest) || !isText(name) || !isAmount(size) || !isText(mime)) return null;
  return {
    file: {
      key,
      uri,
      digest,
      preview: isText(preview) && /^data:image\/(png|jpeg|webp);base64,/.test(preview) ? preview : '',
    },
    name: fileName(name),
    size,
    mime,
    ...(isAmount(width) && isAmount(height) && width > 0 && height > 0 && { width, height }),
    ...(isAmount(duration) && { duration }),
    ...(answered && { quote: answered }),
  };
}

/** What a line of the kind 'system' was made of, null when it is none. */
export function readSystem({ type, message }: Pick<Content, 'type' | 'message'>): SystemBody['originMessage'] | null {
  if (type !== 'system') return null;
  const origin = (readBody(message)['originMessage'] ?? {}) as Partial<SystemBody['originMessage']>;
  const { cmdId, actor, targets, body } = origin;
  if (!isText(cmdId) || !isText(actor)) return null;
  return {
    cmdId,
    actor,
    targets: Array.isArray(targets) ? targets.filter(isText) : [],
    body: body && typeof body === 'object' ? { ...body } : {},
  };
}
