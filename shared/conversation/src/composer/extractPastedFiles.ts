// The files in what is pasted or dropped.

/** Of a spreadsheet or a text document the words are wanted, not the picture that comes with them. */
const isDocument = (types: readonly string[]): boolean => types.includes('text/html') && types.includes('text/plain');

/** Those that a paste is meant to bring. */
export const extractPastedFiles = ({ files, types }: Pick<DataTransfer, 'files' | 'types'>): File[] =>
  isDocument(types) ? [] : [...files];
