import protobuf from 'protobufjs/minimal.js';
import { describe, expect, it } from 'vitest';
import { concat, fromBase64, toBase64 } from './bytes.ts';
import { pair } from '../sealing/testing/device.ts';
import { fromEncryptedText, readFirst, readNormal, withoutZeroPreKey } from './wire.ts';

/** Field numbers with their wire types, in their order on the wire; read by an independent reader. */
function layout(bytes: Uint8Array): string[] {
  const reader = protobuf.Reader.create(bytes);
  const fields: string[] = [];
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    fields.push(`${tag >>> 3}:${tag & 7}`);
    reader.skipType(tag & 7);
  }
  return fields.sort();
}

describe("the wire is Signal's, version 3", () => {
  it('R77 a first message: 03, version byte 33, keys with their type, and the normal message in it', async () => {
    const { alice, bob } = await pair();
    const { message } = await alice.write('hello', bob);
    expect(message.slice(0, 2)).toBe('03');
    const bytes = fromBase64(message.slice(2));
    expect(bytes[0]).toBe(0x33);
    expect(layout(bytes.subarray(1))).toEqual(['1:0', '2:2', '3:2', '4:2', '5:0', '6:0']);
    const first = readFirst(bytes);
    expect(first.preKeyId).toBe(1);
    expect([first.baseKey[0], first.baseKey.length, first.identityKey[0], first.identityKey.length]).toEqual([
      5, 33, 5, 33,
    ]);
    expect(first.message[0]).toBe(0x33);
  });

  it('R77 a normal message: 02, version byte 33, four fields, and eight bytes that prove it', async () => {
    const { alice, bob } = await pair();
    await bob.text(await alice.write('hello', bob));
    const { message } = await bob.write('hi', alice);
    expect(message.slice(0, 2)).toBe('02');
    const bytes = fromBase64(message.slice(2));
    expect(bytes[0]).toBe(0x33);
    expect(layout(bytes.subarray(1, -8))).toEqual(['1:2', '2:0', '3:0', '4:2']);
    expect(readNormal(bytes).counter).toBe(0);
  });

  it('every message is a first message until the other side has answered', async () => {
    const { alice, bob } = await pair();
    const prefixes: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const copy = await alice.write('hello', bob);
      prefixes.push(copy.message.slice(0, 2));
      await bob.text(copy);
    }
    await alice.text(await bob.write('hi', alice));
    prefixes.push((await alice.write('hello', bob)).message.slice(0, 2));
    expect(prefixes).toEqual(['03', '03', '03', '02']);
  });
});

describe('F1 what is no message', () => {
  it.each(['{"text":"03"}', '', '03', '04AAAA', '02 AAAA', '03AA-A'])('%j is plain text', (text) => {
    expect(fromEncryptedText(text)).toBeNull();
  });

  it('a key id of zero is dropped, another one is not', () => {
    const body = (id: number) => Uint8Array.of(0x33, 0x28, 9, 0x08, id, 0x30, 7);
    expect(withoutZeroPreKey(body(0))).toEqual(Uint8Array.of(0x33, 0x28, 9, 0x30, 7));
    expect(withoutZeroPreKey(body(3))).toEqual(body(3));
  });

  it("C19 whatever arrives in a message's place is refused with a reason, and changes nothing", async () => {
    const { alice, bob } = await pair();
    await bob.text(await alice.write('hello', bob));
    const next = await alice.write('next', bob);
    const good = fromBase64(next.message.slice(2));
    const before = await bob.db.sessions.toArray();
    for (let round = 0; round < 60; round += 1) {
      const bytes = crypto.getRandomValues(new Uint8Array(1 + Math.floor(Math.random() * 120)));
      if (round % 3 === 0) bytes[0] = 0x33;
      // Only the outer frame's tail is not authenticated: each change here reaches into what is.
      const middle = good.length >> 1;
      const cut = good.slice(0, 1 + Math.floor(Math.random() * middle));
      const flipped = good.slice();
      flipped[middle]! ^= 1 << (round % 8);
      const hostile = [bytes, cut, flipped, concat(good.subarray(0, middle), bytes, good.subarray(middle))][round % 4]!;
      const code = await bob.text({ ...next, message: `0${2 + (Math.floor(round / 4) % 2)}${toBase64(hostile)}` });
      expect(['bad_mac', 'no_session', 'gap_2000', 'untrusted_identity']).toContain(code);
    }
    expect(await bob.db.sessions.toArray()).toEqual(before);
    expect(await bob.text(next)).toBe('next');
  });
});
