// Bidirectional isolation: text that people wrote does not change the reading order of the sentence around it.

/** Letters of right-to-left scripts: Hebrew, Arabic and related ones, including presentation forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Control characters with which a text could open or close an isolate, or override the direction of what follows. */
const bidiControls = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;
/** A part that is isolated already, such as a name in a list of names. */
const isolatedPart = /\u2068[^\u2066-\u2069]*\u2069/g;

const isRtlPage = (): boolean => typeof document !== 'undefined' && document.dir === 'rtl';

/** Removes bidirectional controls, except those around parts that `isolate` has closed. */
function stripBidiControls(text: string): string {
  const closed = text.match(isolatedPart) ?? [];
  const between = text.split(isolatedPart).map((part) => part.replace(bidiControls, ''));
  return between
    .map((part, index) => (index === 0 ? part : `\u2068${closed[index - 1]!.replace(bidiControls, '')}\u2069${part}`))
    .join('');
}

/**
 * Returns text that can be inserted into a sentence: isolated (U+2068 … U+2069) if its direction may differ from the
 * page's, and without control characters that could affect text outside of it. Text that cannot change the order is
 * returned unchanged.
 */
export function isolate(text: string): string {
  const stripped = stripBidiControls(text);
  return isRtlPage() || rightToLeft.test(stripped) ? `\u2068${stripped}\u2069` : stripped;
}
