// Why releases fail, as pages report it.

/** Each reason, and whether files did not come (`error`) or the remote itself has failed (`crash`). */
export const failures = {
  error: 'error', // a script did not come, or was not what its hash says
  timeout: 'error',
  missing: 'error', // a script came and had not what was asked for
  CSS_CHUNK_LOAD_FAILED: 'error',
  slow: 'error', // the user did not want to wait any longer
  thrown: 'crash',
  hung: 'crash',
} as const satisfies Record<string, 'error' | 'crash'>;

export type Failure = keyof typeof failures;

export const isFailure = (type: string): type is Failure => Object.hasOwn(failures, type);

/** What the release itself did wrong. The others may be the network's doing: they are shown and judge nothing. */
const ownFaults: readonly Failure[] = ['missing', 'thrown', 'hung'];

export const isOwnFault = (type: string): boolean => (ownFaults as readonly string[]).includes(type);
