// Our curve against the standards, against the library's own, and its two implementations against each other.
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { type Bytes, bytesOf } from './bytes.ts';
import { type Curve, nobleCurve, webCurve } from './curve.ts';

const hex = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));
const curves: [string, Curve][] = [
  ['WebCrypto', webCurve],
  ['@noble', nobleCurve],
];

// RFC 7748, section 5.2: scalar, point, result.
const agreements = [
  [
    'a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4',
    'e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c',
    'c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552',
  ],
  [
    '4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d',
    'e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493',
    '95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957',
  ],
] as const;

// Every point that makes the secret zero, in all its encodings.
const pointsOfLowOrder = [
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
];

describe.each(curves)('F12 Curve25519 by %s', (_, curve) => {
  it.each(agreements)('agrees as RFC 7748 has it: %s', async (scalar, point, result) => {
    expect(await curve.agree(hex(point), hex(scalar))).toEqual(hex(result));
  });

  it('agrees as RFC 7748 has it, a hundred times over', async () => {
    let [k, u] = [hex(`09${'00'.repeat(31)}`), hex(`09${'00'.repeat(31)}`)];
    const once = await curve.agree(u, k);
    expect(once).toEqual(hex('422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079'));
    for (let round = 0; round < 100; round += 1) [k, u] = [await curve.agree(u, k), k];
    const other = curve === webCurve ? nobleCurve : webCurve;
    expect(await curve.agree(u, k)).toEqual(await other.agree(u, k));
  });

  it.each(pointsOfLowOrder)('refuses a point that gives the secret away: %s', async (point) => {
    const { privateKey } = await curve.keyPair(random(32));
    await expect(curve.agree(hex(point), privateKey)).rejects.toThrow();
  });

  it('clamps a key when it is made', async () => {
    const { privateKey } = await curve.keyPair(new Uint8Array(32).fill(255));
    expect([privateKey[0], privateKey[31]]).toEqual([248, 127]);
  });

  it('R82 knows its signatures, and no others', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { publicKey, privateKey } = await curve.keyPair(random(32));
      const message = random(33);
      const signature = await curve.sign(privateKey, message);
      expect(await curve.isValidSignature(publicKey, message, signature)).toBe(true);
      for (const [which, length] of [
        [0, 32],
        [1, 33],
        [2, 64],
      ] as const) {
        const forged = [bytesOf(publicKey), bytesOf(message), bytesOf(signature)] as const;
        const at = Math.floor(Math.random() * length);
        // X25519 ignores the top bit of a public key, and no bundle with it set is ours.
        forged[which][at]! ^= which === 0 && at === 31 ? 1 : 1 << (round % 8);
        expect(await curve.isValidSignature(...forged)).toBe(false);
      }
    }
  });
});

describe("F12 the library's own curve", () => {
  const require = createRequire(import.meta.url);
  const { Curve25519Wrapper } = require('@privacyresearch/curve25519-typescript') as {
    Curve25519Wrapper: {
      create(): Promise<{
        keyPair(seed: ArrayBuffer): { pubKey: ArrayBuffer; privKey: ArrayBuffer };
        sharedSecret(publicKey: ArrayBuffer, privateKey: ArrayBuffer): ArrayBuffer;
        sign(privateKey: ArrayBuffer, message: ArrayBuffer): ArrayBuffer;
        signatureIsValid(publicKey: ArrayBuffer, message: ArrayBuffer, signature: ArrayBuffer): boolean;
      }>;
    };
  };

  it.each(curves)("makes the same keys and secrets, and each knows the other's signatures: %s", async (_, curve) => {
    const theirs = await Curve25519Wrapper.create();
    for (let round = 0; round < 8; round += 1) {
      const [seed, message] = [random(32), random(40)];
      const ours = await curve.keyPair(seed);
      const pair = theirs.keyPair(bytesOf(seed).buffer);
      expect([ours.publicKey, ours.privateKey]).toEqual([bytesOf(pair.pubKey), bytesOf(pair.privKey)]);
      const other = await curve.keyPair(random(32));
      expect(await curve.agree(other.publicKey, ours.privateKey)).toEqual(
        bytesOf(theirs.sharedSecret(other.publicKey.buffer, pair.privKey)),
      );
      expect(
        await curve.isValidSignature(ours.publicKey, message, bytesOf(theirs.sign(pair.privKey, message.buffer))),
      ).toBe(true);
      expect(
        theirs.signatureIsValid(pair.pubKey, message.buffer, (await curve.sign(ours.privateKey, message)).buffer),
      ).toBe(true);
    }
  });
});
