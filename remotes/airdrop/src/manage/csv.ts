// Rows as CSV that a spreadsheet opens as text: what looks like a formula is no formula.

/** Spreadsheets run cells that begin with these. */
const formula = /^[=+\-@\t\r]/;

const cell = (text: string): string => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** With a byte order mark, without which Excel takes it for another encoding. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
