// The state of an address that was opened from the details panel.

/** A page of the panel that was opened with this state leads back through the history, instead of adding to it. */
export const fromDetails = { from: 'details' } as const;

export const isFromDetails = (state: unknown): boolean =>
  (state as Partial<typeof fromDetails> | null)?.from === fromDetails.from;
