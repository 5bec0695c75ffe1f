// Why releases fail, as pages report it.

/** Each reason, and whether loading failed (`error`) or the remote itself (`crash`). */
export const failures = {
  error: 'error', // a script did not load, or its hash did not match
  timeout: 'error',
  missing: 'error', // a script loaded but lacked the expected module
  CSS_CHUNK_LOAD_FAILED: 'error',
  slow: 'error', // the user did not want to wait any longer
  thrown: 'crash',
  hung: 'crash',
} as const satisfies Record<string, 'error' | 'crash'>;

export type Failure = keyof typeof failures;

export const isFailure = (type: string): type is Failure => Object.hasOwn(failures, type);

/** The release's own failures. The others may be the network's: they are shown but judge nothing. */
const ownFaults: readonly Failure[] = ['missing', 'thrown', 'hung'];

export const isOwnFault = (type: string): boolean => (ownFaults as readonly string[]).includes(type);
