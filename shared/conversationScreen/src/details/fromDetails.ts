// The state of an address that was opened from the details panel, and of a panel that was opened from its chat.

/** A page of the panel that was opened with this state leads back through the history, instead of adding to it. */
export const fromDetails = { from: 'details' } as const;

/** A panel that was opened with this state closes in the same way. */
export const fromChat = { from: 'chat' } as const;

type Origin = typeof fromDetails | typeof fromChat;

const isFrom =
  ({ from }: Origin) =>
  (state: unknown): boolean =>
    (state as Partial<Origin> | null)?.from === from;

export const isFromDetails = isFrom(fromDetails);
export const isFromChat = isFrom(fromChat);
