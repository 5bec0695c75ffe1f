// The names of features, as the registry and the host's navigation use them.

/** The name of a remote. */
export type Feature = string;
