// Verifies a Curve25519 key's signature (XEdDSA): an Ed25519 signature by the corresponding Ed25519 key.
import { createPublicKey, verify } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';

const { Fp } = ed25519.Point;
/** The DER prefix of an Ed25519 public key, as Node reads it. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

const toNumber = (littleEndian: Uint8Array): bigint =>
  littleEndian.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** Whether `signature` (64 bytes) is valid for `message` under `key` (32 bytes). */
export function isSigned(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const u = toNumber(key);
  if (u >= Fp.ORDER || u === Fp.ORDER - 1n) return false;
  const edwards = Fp.toBytes(Fp.mul(Fp.sub(u, 1n), Fp.inv(Fp.add(u, 1n))));
  const plain = Buffer.from(signature);
  // Signal stores the sign bit of the key in the signature's last bit.
  edwards[31]! |= plain[63]! & 0x80;
  plain[63]! &= 0x7f;
  return verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([spkiPrefix, edwards]), format: 'der', type: 'spki' }),
    plain,
  );
}
