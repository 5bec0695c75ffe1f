// Features by name, as the registry and the host's navigation know them.

/** The name of a remote. */
export type Feature = string;
