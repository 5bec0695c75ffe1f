import { decode } from '@amber/proto/codec';
import { describe, expect, test } from 'vitest';
import { type Hint, subjects } from './bus.ts';
import { decodeHint, encodeHint } from './hintCodec.ts';
import type { StoredRow } from './storedRow.ts';

const row = (seq: number, more: Partial<StoredRow> = {}): StoredRow => ({
  conversation: 'chat',
  type: 'private',
  epoch: 1,
  seq,
  id: `message${seq}`,
  sender: 'alice',
  device: 'phone',
  ts: 1_700_000_000_000,
  sealed: false,
  body: Buffer.from([0, 255, seq]),
  copies: [],
  anonymous: false,
  withdrawn: false,
  cmd_id: '',
  target: null,
  ...more,
});
const rows = (...list: StoredRow[]): Extract<Hint, { kind: 'rows' }> => ({
  kind: 'rows',
  conversation: 'chat',
  toSeq: list.at(-1)!.seq,
  membersVersion: 3,
  rows: list,
});
const chunk = decode('RobotMessage', new Uint8Array());

/** One hint of each kind that travels, with its subject. */
const examples = {
  rows: [
    subjects.conversation('chat'),
    rows(
      row(7),
      row(8, {
        sealed: true,
        body: null,
        copies: [
          { identifier: 'bob', device: 'd', envelope: Buffer.from([1, 2]) },
          { identifier: 'bob', device: 'e', envelope: null },
        ],
      }),
    ),
  ],
  membership: [subjects.person('bob'), { kind: 'membership' }],
  typing: [subjects.conversation('chat'), { kind: 'typing', conversation: 'chat', identifier: 'alice', typing: true }],
  chunk: [
    subjects.conversation('chat'),
    { kind: 'chunk', chunk: { ...chunk, conversationId: 'chat', id: 'answer', number: 2, text: '你好' } },
  ],
  preview: [subjects.person('bob'), { kind: 'preview', chunk: { ...chunk, id: 'preview' }, device: 'phone' }],
  stopPreview: [subjects.person('bob'), { kind: 'stopPreview', id: 'preview', others: true }],
  stopStream: [subjects.conversation('chat'), { kind: 'stopStream', conversation: 'chat' }],
  notice: [subjects.person('bob'), { kind: 'notice', notify: decode('Notify', new Uint8Array()), onlyDevice: 'phone' }],
  call: [subjects.person('bob'), { kind: 'call', push: decode('CallPush', new Uint8Array()), onlyDevice: 'phone' }],
  revoked: [subjects.sessions, { kind: 'revoked', family: 'f' }],
  voiceRemoved: [subjects.voices, { kind: 'voiceRemoved', voice: 'voice_1' }],
  registry: [subjects.registry, { kind: 'registry', revision: 12 }],
} satisfies Record<Exclude<Hint['kind'], 'seen'>, [string, Hint]>;

describe('hints between gateways', () => {
  test.each(Object.entries(examples))('R241 %s arrives as it was published, at its own subject only', (_, example) => {
    const [subject, hint] = example as [string, Hint];
    const data = encodeHint(hint);
    expect(decodeHint(subject, data)).toEqual(hint);
    for (const other of ['c.other', 'a', subject === subjects.sessions ? subjects.registry : subjects.sessions])
      expect(decodeHint(other, data), other).toBeNull();
  });

  test('R241 rows of more than 32 kB are named, not sent', () => {
    const large = rows(row(8, { body: Buffer.alloc(20_000) }), row(9, { body: Buffer.alloc(20_000) }));
    const data = encodeHint(large);
    expect(data.length).toBeLessThan(200);
    expect(decodeHint('c.chat', data)).toEqual({ ...large, rows: [] });
  });

  test('R241 what is no hint of this build is ignored', () => {
    const json = (value: unknown) => Buffer.from(JSON.stringify(value));
    const good = JSON.parse(Buffer.from(encodeHint(rows(row(7)))).toString()) as { rows: object[] };
    const ofRow = (more: object) => json({ ...good, rows: [{ ...good.rows[0], ...more }] });
    for (const data of [
      Buffer.from('{'),
      Buffer.from([255, 0, 128]),
      Buffer.alloc(0),
      json(null),
      json([]),
      json({ kind: 'seen', conversation: 'chat', identifier: 'bob', device: 'd' }),
      json({ kind: 'toString' }),
      json({ kind: ['rows'] }),
      json({ kind: 'ofALaterBuild', conversation: 'chat' }),
      json({ ...good, toSeq: 8 }),
      json({ ...good, toSeq: -1, rows: [] }),
      json({ ...good, toSeq: 1e300, rows: [] }),
      json({ ...good, membersVersion: '3' }),
      ofRow({ conversation: 'other' }),
      ofRow({ seq: 7.5 }),
      ofRow({ type: 'public' }),
      ofRow({ copies: {} }),
      ofRow({ body: [1] }),
      json({ kind: 'chunk', chunk: Buffer.from([255]).toString('base64') }),
    ])
      expect(decodeHint('c.chat', data), data.toString().slice(0, 80)).toBeNull();
    expect(decodeHint('c.chat', json({ ...good, laterField: 1 }))).toEqual(rows(row(7)));
  });
});
