// The colour of a person's name: the same one everywhere, for ever.

/** Which of the eight author colours, 0 to 7, belongs to this identifier. */
export function authorColourIndex(identifier: string): number {
  // FNV-1a: identifiers that differ in one digit land far apart.
  let hash = 0x811c9dc5;
  for (const char of identifier) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193);
  return Math.imul(hash, 0x9e3779b1) >>> 29;
}

/** The author's colour as a CSS value; neutral for one who is not to be known. */
export const authorColour = (identifier: string): string => (identifier === '' ? 'var(--text-3)' : `var(--author-${authorColourIndex(identifier)})`);
