// The colour of a person's name, which is a stable function of their identifier.

/** Returns which of the eight author colours, 0 to 7, belongs to this identifier. */
export function authorColourIndex(identifier: string): number {
  // FNV-1a: identifiers that differ in one digit get unrelated hashes.
  let hash = 0x811c9dc5;
  for (const char of identifier) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193);
  return Math.imul(hash, 0x9e3779b1) >>> 29;
}

const colours = 8;

/**
 * Returns the colours of the people in one conversation, by identifier: each person's own colour, or the next one that
 * nobody before them has. Two people share a colour only from the ninth person on.
 */
export function authorColours(identifiers: Iterable<string>): Map<string, string> {
  const useCounts = new Map<number, number>();
  return new Map(
    [...new Set(identifiers)].sort().map((identifier) => {
      const own = authorColourIndex(identifier);
      const order = Array.from({ length: colours }, (_, step) => (own + step) % colours);
      const minCount = Math.min(...order.map((index) => useCounts.get(index) ?? 0));
      const index = order.find((one) => (useCounts.get(one) ?? 0) === minCount)!;
      useCounts.set(index, minCount + 1);
      return [identifier, `var(--author-${index})`];
    }),
  );
}

/** Returns the author's colour as a CSS value; a neutral one for anonymous authors. */
export const authorColour = (identifier: string): string =>
  identifier === '' ? 'var(--text-3)' : `var(--author-${authorColourIndex(identifier)})`;
