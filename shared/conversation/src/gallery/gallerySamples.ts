// The sample messages of the gallery: a private chat, a group, and every kind of message in each of its states.
import type { MessageRow } from '@amber/client/rows';
import {
  type AiBody,
  type FileBody,
  type FileType,
  type MessageKind,
  type SystemBody,
  systemSender,
  type TextBody,
} from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import type { Person } from '../kit/person.ts';
import type { Transcription } from '../kit/voiceSource.ts';

const noon = new Date(2026, 10, 20, 12).getTime();
const minute = 60_000;

export const me = 'me';
export const people: ReadonlyMap<string, Person> = new Map([
  ['me', { name: 'Margaret Hamilton', avatar: '' }],
  ['ada', { name: 'Ada Lovelace', avatar: '' }],
  ['alan', { name: 'Alan Turing', avatar: '' }],
  ['grace', { name: 'Grace Hopper', avatar: '' }],
]);
export const mentionable = [...people].map(([identifier, { name, avatar }]) => ({ identifier, name, avatar }));

let messageCount = 0;

function createMessage(
  sender: string,
  type: string,
  body: object,
  rest: Partial<MessageRow> = {},
  after = 0,
): MessageRow {
  messageCount += 1;
  const id = `m${messageCount}`;
  const at = noon + messageCount * minute + after;
  return {
    id,
    conversationId: 'c',
    loading: false,
    pending: false,
    error: '',
    fault: '',
    createdAt: at,
    isRead: true,
    seq: messageCount,
    order: messageCount,
    copy: 'open',
    content: {
      id,
      message: JSON.stringify(body),
      type,
      sender: { identifier: sender, deviceId: 'd' },
      timestamp: at,
      anonymous: false,
      encrypted: false,
      cmdId: '',
      streamEnd: false,
      streamFirst: false,
      to: null,
      targets: [],
    },
    ...rest,
  };
}

const textMessage = (sender: string, text: string, more: Partial<TextBody> = {}, rest: Partial<MessageRow> = {}) =>
  createMessage(sender, 'text', { text, ...more }, rest);
const answers = (text: string, rest: Partial<AiBody> = {}) =>
  createMessage('ada', 'ai', { text, question: '', round: 0, chunks: 1, state: 'done', ...rest } satisfies AiBody);
const line = (cmdId: string, actor: string, targets: string[] = [], body: Record<string, unknown> = {}) =>
  createMessage(systemSender, 'system', {
    type: 'custom',
    originMessage: { cmdId, actor, targets, body },
  } satisfies SystemBody);
function anonymousMessage(sender: string, text: string): MessageRow {
  const one = textMessage(sender, text);
  one.content.anonymous = true;
  return one;
}

const answer = `Here is what I would do:

1. Read the **whole** file
2. Split it at \`\\n\`
   - keep empty lines
   - trim the rest
3. ~~Guess~~ Measure

\`\`\`ts
// How many words there are
const words = (text: string) => text.split(/\\s+/).length;
export const limit = 1_000;
\`\`\`

> The most damaging phrase is "we have always done it this way"

More at https://example.org/notes_on_text and [the manual](https://example.org/manual).`;

export const privateChat: readonly MessageRow[] = [
  line('encrypt', 'ada', [], { encrypted: true }),
  textMessage('ada', 'Good morning! Did the *engine* run through the night?'),
  textMessage('ada', 'I left it with the long table.'),
  textMessage(
    'me',
    'It did. 🎉',
    {},
    {
      reactions: [
        { emoji: '🎉', by: ['ada', 'me'] },
        { emoji: '👍', by: ['ada'] },
      ],
    },
  ),
  textMessage('me', '👩‍🚀🚀'),
  textMessage('ada', 'Wonderful. How did you count the words?', {
    quote: { id: 'm4', author: 'me', text: 'It did. 🎉' },
  }),
  textMessage('me', answer),
  textMessage('ada', 'Passed on from the library', { forwarded: true }),
  textMessage(
    'ada',
    'I had writen this too fast',
    {},
    { edited: { message: '{"text":"I had written this too fast"}', at: noon + 30 * minute } },
  ),
  textMessage('ada', 'gone', {}, { withdrawn: { by: 'ada', at: noon } }),
  textMessage('me', 'gone too', {}, { withdrawn: { by: 'me', at: noon } }),
  createMessage('ada', 'hologram', {}),
  textMessage('me', 'Read by you'),
  textMessage('me', 'Delivered to you'),
  textMessage('me', 'Sent only'),
  textMessage('me', 'On its way', {}, { loading: true, seq: 0 }),
  textMessage('me', 'This one did not get through', {}, { error: 'error', fault: 'NO_RESPONSE', seq: 0 }),
];
export const readSeq = 13;
export const deliveredSeq = 14;

export const group: readonly MessageRow[] = [
  line('createGroup', 'ada', ['me', 'alan'], { name: 'Engines' }),
  line('inviteMember', 'ada', ['grace']),
  textMessage('ada', 'Welcome, @Grace Hopper! @Margaret Hamilton keeps the minutes.', { mentions: ['grace', 'me'] }),
  textMessage('ada', 'We meet on Fridays.'),
  textMessage(
    'ada',
    'Bring a slide rule.',
    {},
    {
      reactions: [
        { emoji: '📏', by: ['alan', 'grace', 'me'] },
        { emoji: '😂', by: ['grace'] },
      ],
    },
  ),
  textMessage('alan', 'How long is the tape?', { quote: { id: 'm21', author: 'ada', text: 'We meet on Fridays.' } }),
  anonymousMessage('', 'Long enough, I would say.'),
  anonymousMessage('', 'Nobody has ever seen its end.'),
  line('nickname', 'alan', [], { nickname: 'Prof' }),
  textMessage('me', 'I have the minutes:\n- tape: long\n- rules: bring them'),
  anonymousMessage('me', 'And this one without my name.'),
  textMessage('grace', 'gone', {}, { withdrawn: { by: 'ada', at: noon } }),
  textMessage('grace', '```py\ndef bug():\n    return "moth"  # first found in 1947\n```'),
  line('slap', 'grace', ['me']),
];

/** A preview 32 pixels wide, for a picture that is not downloaded: orange light over dark hills. */
const preview =
  'data:image/webp;base64,UklGRooCAABXRUJQVlA4WAoAAAAgAAAAHwAAFwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDggnAAAABAFAJ0BKiAAGAA+tU6dSackoqEwGAwA4BaJaAC06DRrVnwR2Ff7IV58FVk01kqDM7AA/uRYFcJDB5+gcehzCY97rBtsa8hw/r1aY9WiRdX4z+VXjtKvLm7dFbljtFlonQjSMeL8nc/M7Hc7fU8licHXm8PNJz95RsFucZOR0OIoIJOB5yTQrgSKY7bTp17UQYcOcujcqWWlMRmoAA==';

export type FileSample = 'shown' | { doing: 'download'; percent: number } | { fault: string };

/** The file states of sample messages, by message id. `shown` is downloaded; a file without a state is not. */
export const fileStates = new Map<string, FileSample>();

function fileMessage(
  sender: string,
  type: FileType,
  name: string,
  size: number,
  more: Partial<FileBody> = {},
  { state, ...rest }: Partial<MessageRow> & { state?: FileSample } = {},
): MessageRow {
  const file = { key: '', uri: 'https://store.example/chat/x', digest: '', preview: '' };
  const message = createMessage(sender, type, { file, name, size, mime: '', ...more } satisfies FileBody, rest);
  if (state) fileStates.set(message.id, state);
  return message;
}

const still = { key: '', uri: '', digest: '', preview };
const away = { ...still, uri: 'https://store.example/chat/x' };
const wide = { width: 4032, height: 3024, file: away };
const uploading = { loading: true, pending: true, seq: 0 };

/** The conversions to text of sample messages, by message id. */
export const transcriptions = new Map<string, Transcription>();

const voiceStates: readonly [length: number, Transcription][] = [
  [5_000, { status: 'processing', text: '' }],
  [21_000, { status: 'processing', text: 'Good morning! Did the engine' }],
  [6_000, { status: 'error', sentence: 'No words were heard', canRetry: true }],
  [
    7_000,
    {
      status: 'error',
      sentence: 'Speech to text is not set up here. Ask the operator of this server',
      canRetry: false,
    },
  ],
];

const waveform = Array.from({ length: limits.waveformMax }, (_, at) =>
  Math.round(limits.waveformPeak * Math.abs(Math.sin(at / 3) * Math.sin(at / 11))),
);

const voiceMessage = (
  sender: string,
  duration: number,
  more: Partial<FileBody> = {},
  rest: Parameters<typeof fileMessage>[5] = {},
) => fileMessage(sender, 'audio', 'voice.mp3', duration * 4, { voice: true, waveform, duration, ...more }, rest);

/** Every kind of message, with one message for each of its states. */
const samples = {
  text: privateChat,
  image: [
    fileMessage('ada', 'image', 'hills in the evening.jpg', 2_516_582, wide, { state: 'shown' }),
    fileMessage('ada', 'image', 'on its way.jpg', 2_516_582, wide, { state: { doing: 'download', percent: 62 } }),
    fileMessage(
      'ada',
      'image',
      'large.jpg',
      18_874_368,
      { ...wide, width: 3024, height: 4032 },
      { state: { fault: 'CANCELLED' } },
    ),
    fileMessage('ada', 'image', 'failed.png', 812_000, { width: 1200, height: 630 }, { state: { fault: 'FILE_GONE' } }),
    fileMessage('me', 'image', 'going up.jpg', 2_516_582, { ...wide, file: still }, { ...uploading, state: 'shown' }),
    fileMessage(
      'me',
      'image',
      'not sent.jpg',
      2_516_582,
      { ...wide, width: 1080, height: 1080, file: still },
      { error: 'error', fault: 'UPLOADS_FULL', seq: 0, state: 'shown' },
    ),
  ],
  video: [
    fileMessage('me', 'video', 'the engine runs.mp4', 48_234_496, {
      ...wide,
      width: 1920,
      height: 1080,
      duration: 83_000,
    }),
  ],
  audio: [
    fileMessage('ada', 'audio', 'hum of the engine.mp3', 3_145_728, { duration: 197_000 }),
    fileMessage('me', 'audio', 'recorded.ogg', 96_000, { duration: 7_400 }),
    voiceMessage('ada', 12_300),
    voiceMessage('me', 154_000, {}, { transcript: { text: 'The engine ran through the night.', at: noon } }),
    voiceMessage('ada', 4_000, {}, { state: { doing: 'download', percent: 40 } }),
    voiceMessage('ada', 61_000, {}, { state: { fault: 'FILE_GONE' } }),
    voiceMessage('me', 9_000, {}, uploading),
    voiceMessage('ada', 3_000, { waveform: [] }),
    ...voiceStates.map(([length, transcription]) => {
      const message = voiceMessage('ada', length);
      transcriptions.set(message.id, transcription);
      return message;
    }),
  ],
  file: [
    fileMessage('ada', 'file', 'Minutes of the meeting on the analytical engine, third quarter.pdf', 1_258_291),
    fileMessage('ada', 'file', 'notes.tar.gz', 348_160, {}, { state: { doing: 'download', percent: 34 } }),
    fileMessage('me', 'file', 'README', 1_024),
    fileMessage('me', 'file', 'cards.xlsx', 94_371_840, { file: { ...still, preview: '' } }, uploading),
    fileMessage(
      'ada',
      'file',
      'changed on the way.zip',
      734_003_200,
      { quote: { id: 'm36', author: 'me', text: 'Photo' } },
      { state: { fault: 'FILE_CORRUPT' } },
    ),
  ],
  ai: [
    answers(answer),
    answers('The engine weaves', { state: 'writing' }),
    answers('The engine weaves algebraic', { state: 'stopped' }),
    answers('', { state: 'interrupted' }),
    answers('The', { state: 'failed', fault: 'AI_BUSY' }),
    answers('', { state: 'failed', fault: 'AI_SILENT' }),
    answers('The engine weaves algebraic', { state: 'done', fault: 'AI_CUT' }),
  ],
} satisfies Record<MessageKind, readonly MessageRow[]>;

const { text: _, ai: _ai, ...otherKinds } = samples;

/** The answers of a bot, one for each state. */
export const botChat: readonly MessageRow[] = samples.ai;

/** All messages that are neither text nor answers of a bot. */
export const fileChat: readonly MessageRow[] = [
  ...Object.values(otherKinds).flat(),
  fileMessage('ada', 'image', 'gone.jpg', 10, {}, { withdrawn: { by: 'ada', at: noon } }),
];
