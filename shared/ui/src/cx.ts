// Joins class names, leaving out those that do not apply.

/** The names that are strings, as one `className`. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
