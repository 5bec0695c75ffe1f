// Encodes rows as CSV without formulas for spreadsheets.

/** Spreadsheets evaluate cells that begin with these characters. */
const formula = /^[=+\-@\t\r]/;

const cell = (text: string): string => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** The byte order mark makes Excel read the file as UTF-8. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
