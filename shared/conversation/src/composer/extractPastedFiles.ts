// Extracts files from pasted or dropped content.

/** A copied spreadsheet or text document brings a picture of itself; the user wants its text. */
const isDocument = (types: readonly string[]): boolean => types.includes('text/html') && types.includes('text/plain');

/** Returns the files of a paste, or none if the paste is meant as text. */
export const extractPastedFiles = ({ files, types }: Pick<DataTransfer, 'files' | 'types'>): File[] =>
  isDocument(types) ? [] : [...files];
