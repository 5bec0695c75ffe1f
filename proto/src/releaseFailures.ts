// The reasons of failing releases, as pages report them.

/** Each reason, and whether loading failed (`error`) or the running remote did (`crash`). */
export const failureKinds = {
  error: 'error', // a script did not load, or its hash did not match
  timeout: 'error',
  missing: 'error', // a script loaded but did not contain the expected module
  CSS_CHUNK_LOAD_FAILED: 'error',
  slow: 'error', // the user stopped waiting
  thrown: 'crash',
  hung: 'crash',
  frozen: 'crash', // the tab was closed or reloaded while the release ran for the first time
} as const satisfies Record<string, 'error' | 'crash'>;

export type Failure = keyof typeof failureKinds;

export const isFailure = (type: string): type is Failure => Object.hasOwn(failureKinds, type);

/**
 * The reasons that are certainly the release's fault. The others may be the network's: they are shown but do not count
 * against it.
 */
const releaseFaults: readonly Failure[] = ['missing', 'thrown', 'hung', 'frozen'];

export const isReleaseFault = (type: string): boolean => (releaseFaults as readonly string[]).includes(type);
