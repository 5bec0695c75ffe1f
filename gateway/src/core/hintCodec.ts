// Hints as bytes for other gateways. What arrives is validated: an unreadable hint is ignored.
import type { Messages } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import * as v from 'valibot';
import { type Hint, subjects } from './bus.ts';
import type { StoredRow } from './storedRow.ts';

/**
 * The version of the form in which hints are sent. It is a part of every subject, so that a gateway gets no hints in a
 * form that it cannot read; until all gateways run the same build, the others find changes by their sweeps. A change
 * after which an older build would misunderstand a hint needs the next version; a new kind or field does not.
 */
export const hintVersion = 1;

/** Bytes of rows that a hint contains; gateways read the rows of a larger hint from the database. */
const inlineRowsMax = 32_768;

type Kind = Hint['kind'];
type HintOf<K extends Kind> = Extract<Hint, { kind: K }>;

const base64Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
const nullableBase64Of = (bytes: Uint8Array | null): string | null => (bytes ? base64Of(bytes) : null);

const sizeOf = ({ body, copies }: StoredRow): number =>
  copies.reduce((sum, { envelope }) => sum + (envelope?.length ?? 0), body?.length ?? 0);

const rowToJson = (row: StoredRow) => ({
  ...row,
  body: nullableBase64Of(row.body),
  copies: row.copies.map((copy) => ({ ...copy, envelope: nullableBase64Of(copy.envelope) })),
});

function toJson(hint: Hint): object {
  if (hint.kind === 'rows') {
    const isSmall = hint.rows.reduce((sum, row) => sum + sizeOf(row), 0) <= inlineRowsMax;
    return { ...hint, rows: isSmall ? hint.rows.map(rowToJson) : [] };
  }
  if (hint.kind === 'chunk' || hint.kind === 'preview')
    return { ...hint, chunk: base64Of(encode('RobotMessage', hint.chunk)) };
  if (hint.kind === 'call') return { ...hint, push: base64Of(encode('CallPush', hint.push)) };
  if (hint.kind === 'notice') return { ...hint, notify: base64Of(encode('Notify', hint.notify)) };
  return hint;
}

/** A hint for another gateway. */
export const encodeHint = (hint: Hint): Uint8Array => Buffer.from(JSON.stringify(toJson(hint)));

/** Characters of a voice's id, which a service for speech has chosen. */
const voiceMax = 1_000;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
const bytes = v.pipe(
  v.string(),
  v.transform((text): Uint8Array => Buffer.from(text, 'base64')),
);
/** A message of the contract; unknown fields are ignored. */
const message = <Name extends keyof Messages>(name: Name) =>
  v.pipe(
    bytes,
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      try {
        return decode(name, dataset.value);
      } catch {
        addIssue({ message: `not a ${name}` });
        return NEVER;
      }
    }),
  );

const storedRow = v.object({
  conversation: id,
  type: v.picklist(['private', 'group', 'robot']),
  epoch: count,
  seq: count,
  id,
  sender: id,
  device: v.string(),
  ts: count,
  sealed: v.boolean(),
  body: v.nullable(bytes),
  copies: v.array(v.object({ identifier: id, device: v.string(), envelope: v.nullable(bytes) })),
  anonymous: v.boolean(),
  withdrawn: v.boolean(),
  cmd_id: v.string(),
  target: v.nullable(v.string()),
}) satisfies v.GenericSchema<unknown, StoredRow>;

const rows = v.pipe(
  v.object({
    kind: v.literal('rows'),
    conversation: id,
    toSeq: count,
    membersVersion: count,
    rows: v.array(storedRow),
  }),
  v.check((hint) =>
    hint.rows.every(
      ({ conversation, seq }, at) =>
        conversation === hint.conversation && seq === hint.toSeq - hint.rows.length + 1 + at,
    ),
  ),
);

const conversationOf = (hint: { conversation: string }) => subjects.conversation(hint.conversation);
const isPersons = (subject: string) => subject.startsWith(subjects.person(''));

/** How to read each kind, and whether it belongs to a subject. Hints of the kind `seen` stay on their gateway. */
const kinds = {
  rows: { schema: rows, belongs: (hint, subject) => subject === conversationOf(hint) },
  membership: { schema: v.object({ kind: v.literal('membership') }), belongs: (_, subject) => isPersons(subject) },
  typing: {
    schema: v.object({ kind: v.literal('typing'), conversation: id, identifier: id, typing: v.boolean() }),
    belongs: (hint, subject) => subject === conversationOf(hint),
  },
  chunk: {
    schema: v.object({ kind: v.literal('chunk'), chunk: message('RobotMessage') }),
    belongs: ({ chunk }, subject) => subject === subjects.conversation(chunk.conversationId),
  },
  preview: {
    schema: v.object({ kind: v.literal('preview'), chunk: message('RobotMessage'), device: v.string() }),
    belongs: (_, subject) => isPersons(subject),
  },
  stopPreview: {
    schema: v.object({ kind: v.literal('stopPreview'), id, others: v.boolean() }),
    belongs: (_, subject) => isPersons(subject),
  },
  stopStream: {
    schema: v.object({ kind: v.literal('stopStream'), conversation: id }),
    belongs: (hint, subject) => subject === conversationOf(hint),
  },
  notice: {
    schema: v.object({
      kind: v.literal('notice'),
      notify: message('Notify'),
      exceptDevice: v.exactOptional(v.string()),
      onlyDevice: v.exactOptional(v.string()),
    }),
    belongs: (_, subject) => isPersons(subject),
  },
  call: {
    schema: v.object({ kind: v.literal('call'), push: message('CallPush'), onlyDevice: v.exactOptional(v.string()) }),
    belongs: (_, subject) => isPersons(subject),
  },
  revoked: {
    schema: v.object({ kind: v.literal('revoked'), family: id }),
    belongs: (_, subject) => subject === subjects.sessions,
  },
  voiceRemoved: {
    schema: v.object({ kind: v.literal('voiceRemoved'), voice: v.pipe(v.string(), v.maxLength(voiceMax)) }),
    belongs: (_, subject) => subject === subjects.voices,
  },
  registry: {
    schema: v.object({ kind: v.literal('registry'), revision: count }),
    belongs: (_, subject) => subject === subjects.registry,
  },
} satisfies {
  [K in Exclude<Kind, 'seen'>]: {
    schema: v.GenericSchema<unknown, HintOf<K>>;
    belongs(hint: HintOf<K>, subject: string): boolean;
  };
};

const isKind = (kind: unknown): kind is keyof typeof kinds => typeof kind === 'string' && Object.hasOwn(kinds, kind);

/** The hint that another gateway published at this subject; null when it is invalid or of an unknown kind. */
export function decodeHint(subject: string, data: Uint8Array): Hint | null {
  try {
    const json: unknown = JSON.parse(Buffer.from(data).toString());
    const kind = (json as { kind?: unknown } | null)?.kind;
    if (!isKind(kind)) return null;
    const { schema, belongs } = kinds[kind] as {
      schema: v.GenericSchema<unknown, Hint>;
      belongs(hint: Hint, at: string): boolean;
    };
    const read = v.safeParse(schema, json);
    return read.success && belongs(read.output, subject) ? read.output : null;
  } catch {
    return null;
  }
}
