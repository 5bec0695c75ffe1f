// Formats file names and durations for display.

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

/** Formats a duration in milliseconds, such as '0:07', '12:30' or '1:02:03'. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
