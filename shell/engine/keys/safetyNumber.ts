// The safety number: 60 digits that two people compare. They are equal on both sides unless somebody has substituted a
// key.
import { sha512 } from '@noble/hashes/sha2.js';
import { type Bytes, concat, fromText } from './bytes.ts';

/** One side: an account and the identity keys of all its devices, in their wire format. */
export interface Side {
  identifier: string;
  identityKeys: readonly Bytes[];
}

const rounds = 5_200;
const groups = 6;

const compare = (a: Bytes, b: Bytes): number => {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at < 0 ? 0 : a[at]! - b[at]!;
};

/**
 * Returns the 30 digits of one side: Signal's numeric fingerprint, over the sorted keys of all devices instead of one
 * key.
 */
function digitsOf({ identifier, identityKeys }: Side): string {
  const keys = concat(...[...identityKeys].sort(compare));
  let hash = sha512(concat(new Uint8Array(2), keys, fromText(identifier), keys));
  for (let round = 1; round < rounds; round += 1) hash = sha512(concat(hash, keys));
  return Array.from({ length: groups }, (_, group) => {
    const five = hash.subarray(group * 5, group * 5 + 5).reduce((sum, byte) => sum * 256 + byte, 0);
    return String(five % 100_000).padStart(5, '0');
  }).join('');
}

/** Returns 20 digits of one device's key, which a person compares on both devices. */
export const deviceCodeOf = (identifier: string, identityKey: Bytes): string =>
  digitsOf({ identifier, identityKeys: [identityKey] }).slice(0, 20);

/** Returns the same number on both sides. Takes about 40 ms. */
export const safetyNumberOf = (one: Side, other: Side): string => [digitsOf(one), digitsOf(other)].sort().join('');
