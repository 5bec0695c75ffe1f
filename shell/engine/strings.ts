// What the engine says to people: the rest of the words are the pages'.

export const strings = {
  /** In the list, where the last message was taken back. */
  withdrawn: 'Message withdrawn',
} as const;
