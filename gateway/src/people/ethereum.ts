// What of Ethereum a signature needs: addresses, and who has signed a text.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

const hexAddress = /^0x[0-9a-fA-F]{40}$/;

export const isAddress = (text: string): boolean => hexAddress.test(text);

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The address with its check digits: which letters are capitals (EIP-55). */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const check = hex(keccak_256(Buffer.from(digits)));
  return `0x${[...digits].map((digit, at) => (Number.parseInt(check[at]!, 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
}

/** Of an uncompressed public key. */
export const addressOfKey = (publicKey: Uint8Array): string =>
  checksummed(`0x${hex(keccak_256(publicKey.subarray(1))).slice(-40)}`);

/** What `personal_sign` signs (EIP-191). */
export function personalHash(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]));
}

/** The address whose key has signed this text; null when the signature is none. Its second, mirrored form is none either. */
export function signerOf(text: string, signature: string): string | null {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return null;
  const bytes = Buffer.from(signature.slice(2), 'hex');
  // Wallets say 27 or 28; some hardware says 0 or 1.
  const recovery = bytes[64]! >= 27 ? bytes[64]! - 27 : bytes[64]!;
  if (recovery > 1) return null;
  try {
    const given = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact');
    if (given.hasHighS()) return null;
    return addressOfKey(given.addRecoveryBit(recovery).recoverPublicKey(personalHash(text)).toBytes(false));
  } catch {
    return null;
  }
}
