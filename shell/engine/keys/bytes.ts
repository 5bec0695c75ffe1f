// Bytes and their encodings: base64, text, binary strings.

/** Bytes with their own buffer, as WebCrypto and the Signal library require. */
export type Bytes = Uint8Array<ArrayBuffer>;

const utf8 = new TextEncoder();
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const fromText = (text: string): Bytes => utf8.encode(text);

/** @throws TypeError if the bytes are not UTF-8. */
export const toText = (bytes: Bytes | ArrayBuffer): string => strictUtf8.decode(bytes);

/** Converts a string of one character per byte, as the Signal library uses. */
export const fromBinary = (binary: string): Bytes => Uint8Array.from(binary, (character) => character.charCodeAt(0));

/** Converts in chunks, because a function call takes a limited number of arguments. */
export function toBinary(bytes: Bytes): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 4096) binary += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return binary;
}

/** @throws DOMException if the text is not base64. */
export const fromBase64 = (text: string): Bytes => fromBinary(atob(text));

export const toBase64 = (bytes: Bytes): string => btoa(toBinary(bytes));

export const equal = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

export function concat(...parts: Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns `length` random characters out of 64, uniformly distributed. */
export const randomText = (length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % letters.length]).join('');

/** Returns a copy with its own buffer. */
export const bytesOf = (source: ArrayBuffer | Uint8Array): Bytes => new Uint8Array(source);
