// Several names as a sentence says them.
import { strings } from '../strings.ts';

const format = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** 'Ada, Bob and 3 others': of more than `most` names the last ones are counted. */
export const listed = (names: readonly string[], most = 5): string =>
  format.format(names.length <= most ? names : [...names.slice(0, most - 1), strings.others(names.length - most + 1)]);
