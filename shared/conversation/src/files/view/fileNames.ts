// Formats file names for display.

const suffixLength = 7;

/**
 * Splits a name into two parts. The second one stays visible when space is short, because the ending identifies the
 * type of file.
 */
export function splitFileName(name: string): [string, string] {
  const letters = [...name];
  return letters.length <= 2 * suffixLength
    ? [letters.join(''), '']
    : [letters.slice(0, -suffixLength).join(''), letters.slice(-suffixLength).join('')];
}

/** Returns the extension in capitals, such as 'PDF', or '' if there is none. */
export const extensionOf = (name: string): string => /\.([\p{L}\p{N}]{1,5})$/u.exec(name)?.[1]?.toUpperCase() ?? '';
