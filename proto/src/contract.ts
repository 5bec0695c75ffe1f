// Which releases of a remote a host can show: the contract's version, and the ranges that name it.

/** Raised when the host offers remotes something new; a remote says the range it works with. */
export const contractVersion = 1;

/** Whether a range holds the version that a host offers. A range is `^N`, or several: `^1 || ^2`. */
export const acceptsContract = (range: string, version: number = contractVersion): boolean =>
  range.split('||').some((part) => part.trim() === `^${version}`);
