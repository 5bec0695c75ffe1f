// What the engine says to people: the rest of the words are the pages'.

export const strings = {
  /** In the list, where the last message was taken back. */
  withdrawn: 'Message withdrawn',
  /** In the list, for a file whose name says little. */
  photo: 'Photo',
  video: 'Video',
} as const;
