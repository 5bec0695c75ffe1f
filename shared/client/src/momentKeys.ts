// The beginnings of the keys of moments in the table `identity`, which the engine writes.

/** See shell/engine/keys/identityRows.ts. */
export const momentKeys = { feed: 'moments:', pending: 'momentToPost:', draft: 'momentDraft:' } as const;

/** Whether a key, or its beginning, is one of moments; the others are of this device's keys. */
export const isMomentKey = (key: string): boolean => Object.values(momentKeys).some((prefix) => key.startsWith(prefix));
