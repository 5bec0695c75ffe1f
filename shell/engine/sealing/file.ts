// Encrypts a file for the object store and decrypts it again in chunks, so that only a few MiB are in memory, whatever
// its size.
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import hmac from 'hash-wasm/dist/hmac.umd.min.js';
import sha256 from 'hash-wasm/dist/sha256.umd.min.js';
import { type Bytes, bytesOf, concat, equal, fromBase64, fromText, randomText, toBase64 } from '../keys/bytes.ts';

/** The key and iv of a file. The same inputs result in the same bytes. */
export interface FileSecret {
  /** Base64: a key for AES-256-CBC, then one for HMAC-SHA256. */
  key: string;
  iv: string;
}

export interface SealedFile {
  /** iv ‖ ciphertext ‖ MAC over both. */
  blob: Blob;
  /** Base64: SHA-256 over the whole blob. */
  digest: string;
}

const [keyLength, blockLength, macLength] = [32, 16, 32];

/** The bytes of a chunk, a multiple of the cipher's block length. */
const pieceLength = 4 * 1_048_576;

/**
 * Generates a secret for one file. It must not be used for another: with the same key and iv, CBC reveals that two
 * files begin alike.
 */
export const newFileSecret = (): FileSecret => ({
  key: toBase64(crypto.getRandomValues(new Uint8Array(2 * keyLength))),
  iv: randomText(limits.fileIvLength),
});

/** Returns the encrypted size of a file of `size` bytes, which includes 1 to 16 bytes of padding. */
export const sealedLength = (size: number): number =>
  limits.fileIvLength + size + blockLength - (size % blockLength) + macLength;

/** @throws Fault FILE_CORRUPT if this is not a key. */
async function keysOf(key: string) {
  const bytes = await Promise.resolve(key)
    .then(fromBase64)
    .catch((cause: unknown) => {
      throw new Fault('FILE_CORRUPT', { cause });
    });
  if (bytes.length !== 2 * keyLength) throw new Fault('FILE_CORRUPT');
  return {
    cipherKey: await crypto.subtle.importKey('raw', bytes.subarray(0, keyLength), 'AES-CBC', false, [
      'encrypt',
      'decrypt',
    ]),
    mac: await hmac.createHMAC(sha256.createSHA256(), bytes.subarray(keyLength)),
  };
}

/** @throws Fault FILE_GONE if the browser has lost the file. */
const read = async (file: Blob, from: number, to: number): Promise<Bytes> =>
  bytesOf(
    await file
      .slice(from, to)
      .arrayBuffer()
      .catch((cause: unknown) => {
        throw new Fault('FILE_GONE', { cause });
      }),
  );

/** Yields the bounds of each chunk of a range; an empty range has one empty chunk. */
function* piecesOf(from: number, to: number): Generator<[from: number, to: number]> {
  let at = from;
  do yield [at, Math.min(at + pieceLength, to)];
  while ((at += pieceLength) < to);
}

/**
 * Encrypts a file. `progress` is called with the share that is done, from 0 to 1; if it throws, the encryption stops.
 * @throws Fault FILE_GONE if the file cannot be read.
 */
export async function sealFile(
  file: Blob,
  { key, iv }: FileSecret,
  progress = (_share: number): void => {},
): Promise<SealedFile> {
  const { cipherKey, mac } = await keysOf(key);
  const hash = await sha256.createSHA256();
  const parts: Blob[] = [];
  const put = (bytes: Bytes) => {
    hash.update(bytes);
    // Each chunk is a separate blob, which the browser may store outside of memory.
    parts.push(new Blob([bytes]));
  };
  let last = fromText(iv);
  mac.update(last);
  put(last);
  for (const [from, to] of piecesOf(0, file.size)) {
    progress(from / Math.max(1, file.size));
    const padded = bytesOf(
      await crypto.subtle.encrypt({ name: 'AES-CBC', iv: last }, cipherKey, await read(file, from, to)),
    );
    // Each chunk is chained to the last block of the previous one; only the last chunk is padded.
    const sealed = to === file.size ? padded : padded.subarray(0, -blockLength);
    last = sealed.slice(-blockLength);
    mac.update(sealed);
    put(sealed);
  }
  put(bytesOf(mac.digest('binary')));
  return { blob: new Blob(parts), digest: toBase64(bytesOf(hash.digest('binary'))) };
}

/**
 * Decrypts a file to a blob of this type. Digest and MAC of the whole file are verified before any of it is decrypted.
 * @throws Fault FILE_CORRUPT if it is not what was encrypted; FILE_GONE if it cannot be read.
 */
export async function openFile(
  sealed: Blob,
  { key, digest }: { key: string; digest: string },
  type: string,
): Promise<Blob> {
  const { cipherKey, mac } = await keysOf(key);
  const [start, end] = [limits.fileIvLength, sealed.size - macLength];
  if (end - start < blockLength || (end - start) % blockLength !== 0) throw new Fault('FILE_CORRUPT');
  const hash = await sha256.createSHA256();
  for (const [from, to] of piecesOf(0, end)) {
    const piece = await read(sealed, from, to);
    hash.update(piece);
    mac.update(piece);
  }
  const tag = await read(sealed, end, sealed.size);
  hash.update(tag);
  // The digest arrived with the message, so only its sender can make data that matches it: the timing of the MAC
  // comparison leaks to nobody else.
  if (toBase64(bytesOf(hash.digest('binary'))) !== digest || !equal(tag, mac.digest('binary')))
    throw new Fault('FILE_CORRUPT');

  const parts: Blob[] = [];
  let last = await read(sealed, 0, start);
  for (const [from, to] of piecesOf(start, end)) {
    const piece = await read(sealed, from, to);
    const next = piece.slice(-blockLength);
    // WebCrypto requires padding at the end of each chunk, so a block of padding is encrypted to follow this one.
    const padding =
      to === end
        ? new Uint8Array(0)
        : bytesOf(await crypto.subtle.encrypt({ name: 'AES-CBC', iv: next }, cipherKey, new Uint8Array(0)));
    const plain = await crypto.subtle
      .decrypt({ name: 'AES-CBC', iv: last }, cipherKey, concat(piece, padding))
      .catch((cause: unknown) => {
        throw new Fault('FILE_CORRUPT', { cause });
      });
    parts.push(new Blob([plain]));
    last = next;
  }
  return new Blob(parts, { type });
}
