// Knows a Curve25519 key's signature (XEdDSA): it is Ed25519's, of the key that stands for the other.
import { createPublicKey, verify } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';

const { Fp } = ed25519.Point;
/** What comes before the 32 bytes of an Ed25519 key in the form that Node reads. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

const toNumber = (littleEndian: Uint8Array): bigint =>
  littleEndian.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** Whether `signature` (64 bytes) is that of `key` (32 bytes) under `message`. */
export function isSigned(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const u = toNumber(key);
  if (u >= Fp.ORDER || u === Fp.ORDER - 1n) return false;
  const edwards = Fp.toBytes(Fp.mul(Fp.sub(u, 1n), Fp.inv(Fp.add(u, 1n))));
  const plain = Buffer.from(signature);
  // Signal keeps the sign of the key in the signature's last bit.
  edwards[31]! |= plain[63]! & 0x80;
  plain[63]! &= 0x7f;
  return verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([spkiPrefix, edwards]), format: 'der', type: 'spki' }),
    plain,
  );
}
