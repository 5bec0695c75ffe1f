// The version of the contract between host and remotes, and its compatibility ranges.

/**
 * The contract version of this host. It increases whenever the public surface of the kit changes; a remote declares the
 * range it supports.
 */
export const contractVersion = 2;

/**
 * The oldest contract whose releases run on this host. It increases only when the host takes something back that they
 * use.
 */
export const oldestContract = 1;

const alternative = /^\^([1-9]\d*)$/;

/** Whether a range contains a version that this host offers. A range is `^N`, or several alternatives: `^1 || ^2`. */
export const acceptsContract = (range: string, newest: number = contractVersion, oldest = oldestContract): boolean =>
  range.split('||').some((part) => {
    const version = Number(alternative.exec(part.trim())?.[1]);
    return version >= oldest && version <= newest;
  });

/** The contracts that this host offers, for a sentence: `^1 to ^2`. */
export const offeredContracts =
  (oldestContract as number) === contractVersion ? `^${contractVersion}` : `^${oldestContract} to ^${contractVersion}`;
