// Joins class names and omits those that do not apply.

/** Returns the truthy names as one `className`. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
