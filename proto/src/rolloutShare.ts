// Selects the percentage that gets a candidate: pages choose their release by it, and the gateway checks reports by it.

/** FNV-1a, 32 bits: small, portable, and uniform enough for percentages. Its input is ASCII. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

/**
 * Whether the account or device with this bucket id gets the candidate. The result is deterministic, and each version
 * selects other people first.
 */
export const isInRollout = (remote: string, version: string, bucketId: string, share: number): boolean =>
  hash(`${remote}@${version}:${bucketId}`) % 100 < share;
