// Keeps what people wrote from turning the sentence that it stands in, where reading directions meet.

/** Letters that are written from right to left: Hebrew, Arabic and their neighbours, presentation forms too. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Marks by which a text could open or end an isolation, or override the direction of what follows. */
const bidiControls = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;
/** A part that is isolated already: a name in a list of names. */
const isolatedPart = /\u2068[^\u2066-\u2069]*\u2069/g;

const isRtlPage = (): boolean => typeof document !== 'undefined' && document.dir === 'rtl';

/** Without marks of its own, but for those around parts that `isolate` has closed. */
function stripBidiControls(text: string): string {
  const closed = text.match(isolatedPart) ?? [];
  const between = text.split(isolatedPart).map((part) => part.replace(bidiControls, ''));
  return between
    .map((part, index) => (index === 0 ? part : `\u2068${closed[index - 1]!.replace(bidiControls, '')}\u2069${part}`))
    .join('');
}

/**
 * Text for the middle of a sentence: isolated (U+2068 … U+2069) where its direction may differ from the page's, and
 * without marks of its own that could reach beyond it. Text that cannot turn anything comes back as it is.
 */
export function isolate(text: string): string {
  const stripped = stripBidiControls(text);
  return isRtlPage() || rightToLeft.test(stripped) ? `\u2068${stripped}\u2069` : stripped;
}
