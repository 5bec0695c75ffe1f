// Keeps what people wrote from turning the sentence that it stands in, where reading directions meet.

/** Letters that are written from right to left: Hebrew, Arabic and their neighbours, presentation forms too. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Marks by which a text could open or end an isolation, or override the direction of what follows. */
const marks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

const isMirrored = (): boolean => typeof document !== 'undefined' && document.dir === 'rtl';

/**
 * Text for the middle of a sentence: isolated (U+2068 … U+2069) where its direction may differ from the page's, and
 * without marks of its own. Text that cannot turn anything comes back as it is.
 */
export function isolate(text: string): string {
  const bare = text.replace(marks, '');
  return isMirrored() || rightToLeft.test(bare) ? `\u2068${bare}\u2069` : bare;
}
