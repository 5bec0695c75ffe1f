// The label for the readers of a moment.
import type { Blog_Visibility } from '@amber/proto';
import { words } from '../words/gen/readers.ts';

/** Returns 'Everyone', 'Only me', or the name of the space. */
export const readersLabel = (visibility: Blog_Visibility, spaceName: string): string =>
  visibility === 'space' ? spaceName || words.someSpace : words[visibility];
