// Curve25519: key agreement by X25519 and signatures by XEdDSA, with WebCrypto if it supports both, otherwise @noble.
import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { type Bytes, bytesOf, concat, equal } from './bytes.ts';

export interface KeyPair {
  publicKey: Bytes;
  privateKey: Bytes;
}

/** The operations on Curve25519. All keys have 32 bytes. */
export interface Curve {
  /** Returns the key pair of these 32 random bytes, after clamping them. */
  keyPair(seed: Bytes): Promise<KeyPair>;
  /** @throws Error if the result is zero: such a public key was made to reveal the secret. */
  agree(publicKey: Bytes, privateKey: Bytes): Promise<Bytes>;
  sign(privateKey: Bytes, message: Bytes): Promise<Bytes>;
  isValidSignature(publicKey: Bytes, message: Bytes, signature: Bytes): Promise<boolean>;
}

const { Fp, Fn, BASE } = ed25519.Point;
const basePoint = bytesOf(x25519.GuBytes);
const pkcs8Prefix = Uint8Array.from([
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x6e, 0x04, 0x22, 0x04, 0x20,
]);

/** Clamps a scalar (RFC 7748, section 5). */
function clamp(seed: Bytes): Bytes {
  const clamped = bytesOf(seed);
  clamped[0]! &= 248;
  clamped[31]! &= 127;
  clamped[31]! |= 64;
  return clamped;
}

function assertNonZero(secret: Bytes): Bytes {
  if (secret.every((byte) => byte === 0)) throw new Error('The agreement is zero');
  return secret;
}

const toNumber = (littleEndian: Uint8Array): bigint =>
  littleEndian.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

const hashToScalar = (...parts: Uint8Array[]): bigint => Fn.create(toNumber(sha512(concat(...parts))));

/**
 * Signs by XEdDSA (Signal's specification, section 2.3), which lets one X25519 key both agree and sign. A device signs
 * a key once a week, so this uses @noble's arithmetic, which is not constant-time.
 */
function xeddsaSign(privateKey: Bytes, message: Bytes): Bytes {
  const scalar = Fn.create(toNumber(clamp(privateKey)));
  const point = BASE.multiply(scalar);
  const isOdd = (point.toBytes()[31]! & 0x80) !== 0;
  const secret = isOdd ? Fn.neg(scalar) : scalar;
  const publicKey = point.toBytes();
  publicKey[31]! &= 0x7f;
  const random = crypto.getRandomValues(new Uint8Array(64));
  const nonceLabel = new Uint8Array(32).fill(0xff);
  nonceLabel[0] = 0xfe;
  const nonce = hashToScalar(nonceLabel, Fn.toBytes(secret), message, random);
  const commitment = BASE.multiply(nonce).toBytes();
  const challenge = hashToScalar(commitment, publicKey, message);
  return concat(commitment, Fn.toBytes(Fn.create(nonce + challenge * secret)));
}

/** Returns the Ed25519 key of an X25519 key, and the signature in Ed25519's format; null if there is none. */
function toEdwards(publicKey: Bytes, signature: Bytes): { publicKey: Bytes; signature: Bytes } | null {
  const u = toNumber(publicKey);
  if (publicKey.length !== 32 || signature.length !== 64 || u >= Fp.ORDER || u === Fp.ORDER - 1n) return null;
  const edwards = bytesOf(Fp.toBytes(Fp.mul(Fp.sub(u, 1n), Fp.inv(Fp.add(u, 1n)))));
  const plain = bytesOf(signature);
  // Signal's own library stores the key's sign bit in the signature's last bit.
  edwards[31]! |= plain[63]! & 0x80;
  plain[63]! &= 0x7f;
  return { publicKey: edwards, signature: plain };
}

export const nobleCurve: Curve = {
  async keyPair(seed) {
    const privateKey = clamp(seed);
    return { privateKey, publicKey: bytesOf(x25519.getPublicKey(privateKey)) };
  },
  agree: async (publicKey, privateKey) => assertNonZero(bytesOf(x25519.getSharedSecret(privateKey, publicKey))),
  sign: async (privateKey, message) => xeddsaSign(privateKey, message),
  async isValidSignature(publicKey, message, signature) {
    const edwards = toEdwards(publicKey, signature);
    return edwards !== null && ed25519.verify(edwards.signature, message, edwards.publicKey, { zip215: false });
  },
};

const importPrivate = (privateKey: Bytes) =>
  crypto.subtle.importKey('pkcs8', concat(pkcs8Prefix, privateKey), 'X25519', false, ['deriveBits']);

const importPublic = (publicKey: Bytes) => crypto.subtle.importKey('raw', publicKey, 'X25519', false, []);

async function derive(publicKey: Bytes, privateKey: Bytes): Promise<Bytes> {
  const [theirs, ours] = await Promise.all([importPublic(publicKey), importPrivate(privateKey)]);
  return bytesOf(await crypto.subtle.deriveBits({ name: 'X25519', public: theirs }, ours, 256));
}

export const webCurve: Curve = {
  async keyPair(seed) {
    const privateKey = clamp(seed);
    // WebCrypto cannot derive a public key from a private one, but an agreement with the base point does.
    return { privateKey, publicKey: await derive(basePoint, privateKey) };
  },
  agree: async (publicKey, privateKey) => assertNonZero(await derive(publicKey, privateKey)),
  sign: nobleCurve.sign,
  async isValidSignature(publicKey, message, signature) {
    const edwards = toEdwards(publicKey, signature);
    if (!edwards) return false;
    const key = await crypto.subtle.importKey('raw', edwards.publicKey, 'Ed25519', false, ['verify']).catch(() => null);
    return key !== null && crypto.subtle.verify('Ed25519', key, edwards.signature, message);
  },
};

/** Whether WebCrypto really supports both here. A browser may know the algorithm's name and still refuse it. */
async function webCryptoWorks(): Promise<boolean> {
  try {
    const pair = await webCurve.keyPair(new Uint8Array(32).fill(7));
    const message = Uint8Array.of(1, 2, 3);
    return (
      equal(pair.publicKey, bytesOf(x25519.getPublicKey(pair.privateKey))) &&
      (await webCurve.isValidSignature(pair.publicKey, message, xeddsaSign(pair.privateKey, message)))
    );
  } catch {
    return false;
  }
}

let fastest: Promise<Curve> | undefined;

/** Returns the fastest implementation that works here, which is determined once. */
export const fastestCurve = (): Promise<Curve> =>
  (fastest ??= webCryptoWorks().then((works) => (works ? webCurve : nobleCurve)));

/** Generates a key pair. */
export const newKeyPair = async (): Promise<KeyPair> =>
  (await fastestCurve()).keyPair(crypto.getRandomValues(new Uint8Array(32)));
