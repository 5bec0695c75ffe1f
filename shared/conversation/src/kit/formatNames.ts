// Formats several names for use in a sentence.
import { formatList } from '@amber/words/formats';
import { words } from '../words/gen/conversation.ts';

/** Returns, for example, 'Ada, Bob and 3 others': if there are more than `max` names, the last ones are counted. */
export const formatNames = (names: readonly string[], max = 5): string =>
  formatList(
    names.length <= max ? names : [...names.slice(0, max - 1), words.others({ count: names.length - max + 1 })],
  );
