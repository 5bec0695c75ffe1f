// The parts of Ethereum that signatures need: addresses, and recovery of a text's signer.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

const hexAddress = /^0x[0-9a-fA-F]{40}$/;

export const isAddress = (text: string): boolean => hexAddress.test(text);

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The address in checksum spelling (EIP-55). */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = hex(keccak_256(Buffer.from(digits)));
  return `0x${[...digits].map((digit, at) => (Number.parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
}

/** The address of an uncompressed public key. */
export const addressOfKey = (publicKey: Uint8Array): string =>
  checksummed(`0x${hex(keccak_256(publicKey.subarray(1))).slice(-40)}`);

/** The bytes that `personal_sign` signs (EIP-191). */
export function personalHash(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]));
}

/** The address that signed this text; null for an invalid signature, or for its second, malleable form. */
export function signerOf(text: string, signature: string): string | null {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return null;
  const bytes = Buffer.from(signature.slice(2), 'hex');
  // Wallets use 27 or 28; some hardware uses 0 or 1.
  const recovery = bytes[64]! >= 27 ? bytes[64]! - 27 : bytes[64]!;
  if (recovery > 1) return null;
  try {
    const parsedSignature = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact');
    if (parsedSignature.hasHighS()) return null;
    return addressOfKey(parsedSignature.addRecoveryBit(recovery).recoverPublicKey(personalHash(text)).toBytes(false));
  } catch {
    return null;
  }
}
