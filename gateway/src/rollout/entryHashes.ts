// Reads the hashes of the files that a release's entry loads.

const hash = /sha384-[A-Za-z0-9+/]{64}(?![A-Za-z0-9+/=])/g;

/**
 * The build writes the hash of each script and stylesheet into the entry, because the browser verifies it. Hashes are
 * found more reliably than names, which the entry puts together from parts.
 */
export const hashesIn = (entry: Buffer): string[] => [...new Set(entry.toString('latin1').match(hash))];
