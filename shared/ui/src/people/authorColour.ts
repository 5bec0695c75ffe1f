// The colour of a person's name: the same one everywhere, for ever.

/** Which of the eight author colours, 0 to 7, belongs to this identifier. */
export function authorColourIndex(identifier: string): number {
  // FNV-1a: identifiers that differ in one digit land far apart.
  let hash = 0x811c9dc5;
  for (const char of identifier) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193);
  return Math.imul(hash, 0x9e3779b1) >>> 29;
}

const colours = 8;

/**
 * The colours of people who meet in one place, by their identifiers: each their own one, or the next that nobody before
 * them has. Only from the ninth on do two share one.
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

/** The author's colour as a CSS value; neutral for one who is not to be known. */
export const authorColour = (identifier: string): string =>
  identifier === '' ? 'var(--text-3)' : `var(--author-${authorColourIndex(identifier)})`;
