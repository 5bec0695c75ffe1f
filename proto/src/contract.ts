// Compatibility of remotes and hosts: the contract's version, and ranges of it.

/** Raised when the host offers remotes something new; a remote states the range it works with. */
export const contractVersion = 1;

/** Whether a range contains a host's version. A range is `^N`, or several: `^1 || ^2`. */
export const acceptsContract = (range: string, version: number = contractVersion): boolean =>
  range.split('||').some((part) => part.trim() === `^${version}`);
