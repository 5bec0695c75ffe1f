// Decides which texts contain markup. Most do not, and are rendered without the parser.

/** At the beginning of a line: a quote, a list, a heading, or a rule. */
const blockMark = /^[ \t]*(?:> |[-*+] +\S|\d{1,9}[.)] +\S|#{1,6} +\S|(?:-[ \t]*){3,}$)/mu;
/** The delimiter row of a table, below a row with at least one bar. */
const tableRow = /\|[^\n]*\n[ \t]*\|?[ \t]*:?-/u;
/** Two of these enclose something. */
const pairs = ['*', '_', '`', '~~'];
const fence = /^[ \t]*(?:`{3}|~{3})/mu;

const hasTwo = (text: string, delimiter: string): boolean => text.indexOf(delimiter) !== text.lastIndexOf(delimiter);

/** Returns whether the text may contain markup. A false answer is certain. */
export const needsMarkdown = (text: string): boolean =>
  pairs.some((delimiter) => hasTwo(text, delimiter)) ||
  text.includes('\\') ||
  text.includes('](') ||
  blockMark.test(text) ||
  fence.test(text) ||
  tableRow.test(text);
