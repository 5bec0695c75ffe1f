// The name of a variable of the environment: typesVariable.

/**
 * Set for the build of a release, which then makes types of what the remote exposes: they take longer than its code, and
 * nothing in this repository reads them.
 */
export const typesVariable = 'AMBER_REMOTE_TYPES';
