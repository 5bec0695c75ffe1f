// Selects the percentage that gets a candidate: pages choose by it, the gateway checks reports by it.

/** FNV-1a, 32 bits: small, portable, and uniform enough for percentages. Names are ASCII. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

/** Whether this account or device gets the candidate; deterministic, with other people first for each version. */
export const isInRollout = (remote: string, version: string, bucketId: string, share: number): boolean =>
  hash(`${remote}@${version}:${bucketId}`) % 100 < share;
