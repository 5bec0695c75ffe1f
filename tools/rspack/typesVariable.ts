// The environment variable that makes a remote's build generate types.

/**
 * Set for the build of a release, which then makes types of what the remote exposes: they take longer than its code, and
 * nothing in this repository reads them.
 */
export const typesVariable = 'AMBER_REMOTE_TYPES';
