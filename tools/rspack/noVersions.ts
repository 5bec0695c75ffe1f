// Replaces the federation runtime's comparison of versions (see leanFederation.ts).

/** Any shared version satisfies any requirement. */
export const satisfy = (): boolean => true;
