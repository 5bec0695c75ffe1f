// Replaces the federation runtime's comparison of versions (see leanFederation.ts).

/** Whatever is lent is what is wanted. */
export const satisfy = (): boolean => true;
