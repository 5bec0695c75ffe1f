import type { Sealed } from '@amber/proto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newContent } from '../rows/newContent.ts';
import { assertMatchesClear, fromEnvelope, sealedOf, toEnvelope } from './envelope.ts';
import { fromText } from '../keys/bytes.ts';

const content = newContent({
  id: 'm1',
  type: 'text',
  sender: { identifier: 'alice', deviceId: 'a1' },
  targets: [],
  timestamp: 1_000,
  message: '{"text":"ok"}',
});
const sealed = sealedOf('c1', content);
const damaged = (change: (bytes: Uint8Array) => void) => {
  const bytes = toEnvelope(sealed);
  change(bytes);
  return () => fromEnvelope(bytes);
};

describe('R198 the envelope', () => {
  it('R198 comes back as it went, whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 400 }),
        fc.array(fc.string({ maxLength: 24 }), { maxLength: 5 }),
        (body, before) => {
          const all: Sealed = { ...sealed, body, before, seen: 'm0', read: 'm0' };
          expect(fromEnvelope(toEnvelope(all))).toEqual(all);
        },
      ),
    );
  });

  it('R198 is a multiple of 160 bytes: what differs in length by less looks the same', () => {
    const lengthOf = (text: string) => toEnvelope({ ...sealed, body: JSON.stringify({ text }) }).length;
    expect(lengthOf('ok') % 160).toBe(0);
    expect(lengthOf('ok')).toBe(lengthOf('see you at eight'));
    expect(lengthOf('x'.repeat(1_000)) % 160).toBe(0);
  });

  it('R198 the older form is told apart, and what is damaged is refused', () => {
    expect(fromEnvelope(fromText('{"text":"ok"}'))).toBeUndefined();
    const code = { code: 'does_not_match' };
    expect(damaged((bytes) => (bytes[bytes.length - 1] = 1))).toThrow(expect.objectContaining(code));
    expect(damaged((bytes) => (bytes[bytes.findLastIndex((byte) => byte !== 0)] = 0x7f))).toThrow(
      expect.objectContaining(code),
    );
    expect(() => fromEnvelope(toEnvelope(sealed).subarray(0, 100) as never)).toThrow(expect.objectContaining(code));
  });

  it.each([
    ['conversation', () => assertMatchesClear(sealed, 'c2', content)],
    ['id', () => assertMatchesClear(sealed, 'c1', { ...content, id: 'm2' })],
    ['sender', () => assertMatchesClear(sealed, 'c1', { ...content, sender: { identifier: 'bob', deviceId: 'a1' } })],
    [
      "sender's device",
      () => assertMatchesClear(sealed, 'c1', { ...content, sender: { identifier: 'alice', deviceId: 'a2' } }),
    ],
    ['type', () => assertMatchesClear(sealed, 'c1', { ...content, type: 'image' })],
    ['command', () => assertMatchesClear(sealed, 'c1', { ...content, cmdId: 'edit' })],
    ['targets', () => assertMatchesClear(sealed, 'c1', { ...content, targets: ['m0'] })],
  ])('R198 another %s in clear does not match', (_, run) => {
    expect(run).toThrow(expect.objectContaining({ code: 'does_not_match' }));
  });

  it('R198 the time in clear is the gateway’s, and is not compared', () => {
    expect(() => assertMatchesClear(sealed, 'c1', { ...content, timestamp: 2_000, targets: [] })).not.toThrow();
  });
});
