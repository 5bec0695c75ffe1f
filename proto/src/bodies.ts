// The JSON bodies of messages and their parsers. Bodies are untrusted input from other people's devices.
import type { Content, FileMessage } from '../gen/types.ts';
import { limits } from './limits.ts';

/** A part of the text of a quoted message, as offsets in UTF-16 code units; `to` is after its last one. */
export interface QuotedPart {
  from: number;
  to: number;
}

/** The quoted message, as a copy in its reply. */
export interface Quote {
  id: string;
  /** Empty when the quoted message was anonymous. */
  author: string;
  /** The beginning of the text, or the name of the file. */
  text: string;
  /**
   * The kind of file: pages show it in the reader's language instead of the text. For 'voice' the text is its length,
   * such as 0:07. The field keeps the name that it had when it was for pictures only.
   */
  picture?: 'image' | 'video' | 'voice';
  /** Whether a bot wrote it. */
  ai?: true;
  /**
   * What the reply is about, where that is not all of the text. It is shown from the quoted message itself, so that nobody
   * can quote what was not said; older builds show `text`.
   */
  part?: QuotedPart;
}

/** The body of type 'text'. */
export interface TextBody {
  text: string;
  quote?: Quote;
  /** Identifiers of the people mentioned in the text as `@name`. */
  mentions?: string[];
  /** Whether it is a forwarded message. */
  forwarded?: true;
  /** In a bot's message: the name of the human who answered instead of the bot. */
  human?: string;
}

/** The place of a picture or a video in an album: neighbouring messages of one author that are shown as one. */
export interface AlbumPlace {
  id: string;
  /** From 0. */
  index: number;
  /** How many messages the album had when it was sent, at most `limits.albumMax`. */
  count: number;
}

/** The body of the types 'image', 'video', 'audio' and 'file', which differ in how they are shown. */
export interface FileBody {
  /** The download address and key; all fields are empty until the file is uploaded. */
  file: FileMessage;
  name: string;
  /** Bytes, before encryption. */
  size: number;
  /** A MIME type, as reported by the sender's browser. */
  mime: string;
  /** Pictures and videos: the displayed size in pixels. */
  width?: number;
  height?: number;
  /** Sounds and videos: milliseconds. */
  duration?: number;
  quote?: Quote;
  /** The text that was sent with the file, and the identifiers of the people whom it mentions. */
  caption?: string;
  mentions?: string[];
  /** Whether it is a forwarded message. */
  forwarded?: true;
  album?: AlbumPlace;
  /** Whether the sound is a voice message that was recorded in the composer. */
  voice?: true;
  /** Voice messages: the loudness over time, at most `limits.waveformMax` integers from 0 to `limits.waveformPeak`. */
  waveform?: number[];
  /** Voice messages to a bot: the text that the sender's device received for it; empty if no words were heard. */
  transcript?: string;
}

/**
 * Why an answer is incomplete: the service was busy, failed, or sent nothing for too long; the answer became too long;
 * or the service withheld the rest.
 */
const answerFaults = ['AI_BUSY', 'AI_FAILED', 'AI_SILENT', 'AI_CUT', 'AI_FILTERED'] as const;
export type AnswerFault = (typeof answerFaults)[number];

export const isAnswerFault = (text: string): text is AnswerFault => answerFaults.some((one) => one === text);

/** The state of a bot's answer. 'failed': see `fault`; the text that had arrived stays. */
export const answerStates = ['writing', 'done', 'stopped', 'interrupted', 'failed'] as const;
export type AnswerState = (typeof answerStates)[number];

/** The body of type 'ai': a bot's answer. Only the gateway writes it. */
export interface AiBody {
  /** Markdown: the text that has arrived so far. */
  text: string;
  /** The id of the message that it answers; empty for a message that the bot sends unprompted. */
  question: string;
  /** How often the question was asked, from 0: an answer of a later round replaces an earlier one. */
  round: number;
  /** The number of chunks in `text`. */
  chunks: number;
  state: AnswerState;
  /**
   * Why it is incomplete: an `AnswerFault`, or an unknown one of a newer build. With 'done', the answer was truncated.
   */
  fault?: string;
}

/**
 * The types of messages that people send, and their parsers. A new type begins with its row here; tables over the types
 * then fail to compile without it. Any other type is of a newer build, or a system line (`SystemBody`).
 */
const bodyParsers = {
  text: readText,
  image: readFile,
  video: readFile,
  audio: readFile,
  file: readFile,
  ai: readAnswer,
};

export type MessageKind = keyof typeof bodyParsers;
export type BodyOf<Kind extends MessageKind> = NonNullable<ReturnType<(typeof bodyParsers)[Kind]>>;
export type MessageBody = BodyOf<MessageKind>;

/** The types whose body is a `FileBody`. */
export type FileType = { [Kind in MessageKind]: BodyOf<Kind> extends FileBody ? Kind : never }[MessageKind];

/** Whether this build knows the type; `type` is untrusted. */
export const isMessageKind = (type: string): type is MessageKind => Object.hasOwn(bodyParsers, type);

const isFileType = (type: string): type is FileType => isMessageKind(type) && bodyParsers[type] === readFile;

export const fileTypes: readonly FileType[] = Object.keys(bodyParsers).filter(isFileType);

/** Parses the body of a message of any type; null when it is invalid, or the type is unknown. */
export const readMessage = (content: Pick<Content, 'type' | 'message'>): MessageBody | null =>
  isMessageKind(content.type) ? bodyParsers[content.type](content) : null;

/** A system line that this device made from a system command; its type is 'system', its sender is SYSTEM. */
export interface SystemBody {
  type: 'custom';
  originMessage: { cmdId: string; actor: string; targets: string[]; body: Record<string, unknown> };
}

export const systemSender = 'SYSTEM';

/** Parses the JSON object in a text; returns an empty one if there is none. */
export function readBody(message: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(message);
    return body !== null && typeof body === 'object' && !Array.isArray(body) ? { ...body } : {};
  } catch {
    return {}; // invalid JSON is shown as unsupported
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

function readPart(value: unknown): QuotedPart | undefined {
  const { from, to } = (value ?? {}) as Partial<QuotedPart>;
  return Number.isInteger(from) && Number.isInteger(to) && from! >= 0 && from! < to! && to! <= limits.textMax
    ? { from: from!, to: to! }
    : undefined;
}

function readQuote(value: unknown): Quote | undefined {
  const { id, author, text, picture, ai, part } = (value ?? {}) as Partial<Quote>;
  if (!isText(id) || !isText(author) || !isText(text)) return undefined;
  const isPicture = picture === 'image' || picture === 'video' || picture === 'voice';
  const parsedPart = readPart(part);
  return {
    id,
    author,
    text,
    ...(isPicture && { picture }),
    ...(ai === true && { ai }),
    ...(parsedPart && { part: parsedPart }),
  };
}

/** Parses the identifiers of the mentioned people; nothing when there are none. */
function readMentions(value: unknown): { mentions?: string[] } {
  const mentions = Array.isArray(value) ? value.filter(isText) : [];
  return mentions.length > 0 ? { mentions } : {};
}

/** Parses the body of a text message; null when invalid. Invalid optional fields are dropped. */
export function readText({ type, message }: Pick<Content, 'type' | 'message'>): TextBody | null {
  const { text, quote, mentions, forwarded, human } = readBody(message);
  if (type !== 'text' || !isText(text)) return null;
  const parsedQuote = readQuote(quote);
  return {
    text,
    ...(parsedQuote && { quote: parsedQuote }),
    ...readMentions(mentions),
    ...(forwarded === true && { forwarded }),
    ...(isText(human) && { human }),
  };
}

/** Parses a bot's answer; null when invalid. */
export function readAnswer({ type, message }: Pick<Content, 'type' | 'message'>): AiBody | null {
  const { text, question, round, chunks, state, fault } = readBody(message);
  const known = answerStates.find((one) => one === state);
  if (
    type !== 'ai' ||
    !isText(text) ||
    !isText(question) ||
    !isNonNegativeNumber(round) ||
    !isNonNegativeNumber(chunks) ||
    !known
  )
    return null;
  return { text, question, round, chunks, state: known, ...(isText(fault) && { fault }) };
}

/** Whether `one` replaces `other`: it is of a later round, or has ended, or has more chunks. */
export function isNewerAnswer(one: AiBody, other: AiBody): boolean {
  if (one.round !== other.round) return one.round > other.round;
  const [isEnded, wasEnded] = [one.state !== 'writing', other.state !== 'writing'];
  return isEnded === wasEnded ? one.chunks >= other.chunks : isEnded;
}

/**
 * Returns the latest state of an answer that a device knows: the received one, or `later`, a newer one. Null for other
 * messages.
 */
export function currentAnswer(content: Pick<Content, 'type' | 'message'>, later?: string): AiBody | null {
  const first = readAnswer(content);
  const next = first && later !== undefined ? readAnswer({ type: 'ai', message: later }) : null;
  return first && next && isNewerAnswer(next, first) ? next : first;
}

/** Control characters, bidirectional controls, and path separators. */
const unsafeFileNameChars = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/gu;

/**
 * Sanitizes a file's name, so that it is safe to show and to save under. A long name is truncated before its extension.
 */
export function safeFileName(name: string): string {
  const clean = name.replace(unsafeFileNameChars, '').trim() || 'file';
  const letters = Array.from(clean);
  if (letters.length <= limits.fileNameMax) return clean;
  const ending = /\.[^.]{1,15}$/u.exec(clean)?.[0] ?? '';
  return letters.slice(0, limits.fileNameMax - Array.from(ending).length).join('') + ending;
}

const isNonNegativeNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

const isWaveform = (value: unknown): value is number[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= limits.waveformMax &&
  value.every((one) => Number.isInteger(one) && one >= 0 && one <= limits.waveformPeak);

type VoiceFields = Pick<FileBody, 'voice' | 'waveform' | 'transcript'>;

/** The fields of a voice message; none for any other file, because they mean nothing there. */
function readVoiceFields(type: FileType, { voice, waveform, transcript }: Record<string, unknown>): VoiceFields {
  if (type !== 'audio' || voice !== true) return {};
  return {
    voice,
    ...(isWaveform(waveform) && { waveform }),
    ...(isText(transcript) && transcript.length <= limits.textMax && { transcript }),
  };
}

/** The caption and the people in it; neither for a voice message, nor for a caption that no composer can produce. */
const readCaption = ({ voice, caption, mentions }: Record<string, unknown>): Pick<FileBody, 'caption' | 'mentions'> =>
  voice !== true && isText(caption) && caption.trim() !== '' && caption.length <= limits.textMax
    ? { caption, ...readMentions(mentions) }
    : {};

/** The place in an album; only pictures and videos have one. */
function readAlbum(type: FileType, value: unknown): AlbumPlace | undefined {
  const { id, index, count } = (value ?? {}) as Partial<AlbumPlace>;
  return (type === 'image' || type === 'video') &&
    isText(id) &&
    id.length > 0 &&
    id.length <= limits.idMax &&
    Number.isInteger(index) &&
    Number.isInteger(count) &&
    count! > 1 &&
    count! <= limits.albumMax &&
    index! >= 0 &&
    index! < count!
    ? { id, index: index!, count: count! }
    : undefined;
}

/**
 * Parses the body of a file message; null when invalid. Sanitizes the name; drops invalid previews, dimensions,
 * captions, places in an album and fields of voice messages.
 */
export function readFile({ type, message }: Pick<Content, 'type' | 'message'>): FileBody | null {
  if (!isFileType(type)) return null;
  const body = readBody(message);
  const { file, name, size, mime, width, height, duration, quote, forwarded, album } = body;
  const parsedQuote = readQuote(quote);
  const parsedAlbum = readAlbum(type, album);
  const { key, uri, digest, preview } = (file ?? {}) as Partial<FileMessage>;
  if (!isText(key) || !isText(uri) || !isText(digest) || !isText(name) || !isNonNegativeNumber(size) || !isText(mime))
    return null;
  return {
    file: {
      key,
      uri,
      digest,
      preview: isText(preview) && /^data:image\/(png|jpeg|webp);base64,/.test(preview) ? preview : '',
    },
    name: safeFileName(name),
    size,
    mime,
    ...(isNonNegativeNumber(width) && isNonNegativeNumber(height) && width > 0 && height > 0 && { width, height }),
    ...(isNonNegativeNumber(duration) && { duration }),
    ...(parsedQuote && { quote: parsedQuote }),
    ...readCaption(body),
    ...(forwarded === true && { forwarded }),
    ...(parsedAlbum && { album: parsedAlbum }),
    ...readVoiceFields(type, body),
  };
}

/** Parses the source of a system line; null when invalid. */
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
