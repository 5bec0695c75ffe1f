// The version of the contract between host and remotes, and its compatibility ranges.

/**
 * The contract version of this host. It increases when the host offers remotes something new; a remote declares the
 * range it supports.
 */
export const contractVersion = 1;

/** Whether a range contains a host's version. A range is `^N`, or several alternatives: `^1 || ^2`. */
export const acceptsContract = (range: string, version: number = contractVersion): boolean =>
  range.split('||').some((part) => part.trim() === `^${version}`);
