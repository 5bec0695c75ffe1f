// Several names as a sentence says them.
import { formatList } from '@amber/words/formats';
import { words } from '../words/gen/conversation.ts';

/** 'Ada, Bob and 3 others': of more than `most` names the last ones are counted. */
export const listed = (names: readonly string[], most = 5): string =>
  formatList(
    names.length <= most ? names : [...names.slice(0, most - 1), words.others({ count: names.length - most + 1 })],
  );
