// Names and lengths of files as people read them.

const suffixLength = 7;

/** A name in two parts, of which the second is to stay when room is short: its ending tells what a file is. */
export function splitFileName(name: string): [string, string] {
  const letters = [...name];
  return letters.length <= 2 * suffixLength
    ? [letters.join(''), '']
    : [letters.slice(0, -suffixLength).join(''), letters.slice(-suffixLength).join('')];
}

/** 'PDF'; empty for a name without an ending. */
export const extensionOf = (name: string): string => /\.([\p{L}\p{N}]{1,5})$/u.exec(name)?.[1]?.toUpperCase() ?? '';

/** '0:07', '12:30', '1:02:03' of milliseconds. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
