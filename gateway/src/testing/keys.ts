// A device's public keys for tests: complete and signed, without a real session behind them.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { InitPreKeyBundleRequest_Bundle, OneTimePreKey } from '@amber/proto';

const prime = 2n ** 255n - 19n;
const toNumber = (littleEndian: Uint8Array): bigint =>
  littleEndian.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
const power = (base: bigint, exponent: bigint): bigint =>
  exponent === 0n ? 1n : (power((base * base) % prime, exponent >> 1n) * (exponent & 1n ? base : 1n)) % prime;

/** A Curve25519 signing key, derived from an Ed25519 pair. */
export function newSigner() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const edwards = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const signBit = edwards[31]! & 0x80;
  const y = toNumber(edwards) & (2n ** 255n - 1n);
  const u = ((1n + y) * power((1n - y + prime) % prime, prime - 2n)) % prime;
  return {
    key: withType(Buffer.from(u.toString(16).padStart(64, '0'), 'hex').reverse()),
    sign(message: Uint8Array): Uint8Array {
      const signature = sign(null, message, privateKey);
      signature[63]! |= signBit;
      return new Uint8Array(signature);
    },
  };
}

const withType = (key: Uint8Array): Uint8Array => Uint8Array.from([5, ...key]);

/** Creates one-time keys with consecutive ids. */
export const newOneTimeKeys = (count: number, firstId = 1): OneTimePreKey[] =>
  Array.from({ length: count }, (_, index) => ({ preKeyId: firstId + index, preKeyPublic: withType(randomBytes(32)) }));

/** Creates everything that a device publishes. */
export function newBundle(
  deviceId: string,
  { oneTimeKeys = 3, firstId = 1, signer = newSigner() } = {},
): InitPreKeyBundleRequest_Bundle {
  const signedPreKeyPublic = withType(randomBytes(32));
  return {
    deviceId,
    registrationId: 7,
    signedPreKeyId: 9,
    signedPreKeyPublic,
    signedPreKeySignature: signer.sign(signedPreKeyPublic),
    identityKey: signer.key,
    onetimePreKeys: newOneTimeKeys(oneTimeKeys, firstId),
    form: 0,
    formSignature: new Uint8Array(),
  };
}
