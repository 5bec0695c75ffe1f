// Why releases fail, as pages report it.

/** Each reason, and whether loading failed (`error`) or the remote itself (`crash`). */
export const failureKinds = {
  error: 'error', // a script did not load, or its hash did not match
  timeout: 'error',
  missing: 'error', // a script loaded but lacked the expected module
  CSS_CHUNK_LOAD_FAILED: 'error',
  slow: 'error', // the user did not want to wait any longer
  thrown: 'crash',
  hung: 'crash',
} as const satisfies Record<string, 'error' | 'crash'>;

export type Failure = keyof typeof failureKinds;

export const isFailure = (type: string): type is Failure => Object.hasOwn(failureKinds, type);

/** The release's own failures. The others may be the network's: they are shown but judge nothing. */
const releaseFaults: readonly Failure[] = ['missing', 'thrown', 'hung'];

export const isReleaseFault = (type: string): boolean => (releaseFaults as readonly string[]).includes(type);
