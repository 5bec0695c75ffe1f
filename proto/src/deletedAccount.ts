// The name that stands for a deleted account. Pages show it in the reader's language.

export const deletedName = 'Deleted account';
