// The gateway's name for every deleted account. Pages show it in the reader's language.

export const deletedName = 'Deleted account';
