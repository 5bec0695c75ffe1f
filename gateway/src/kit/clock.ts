// Where the gateway reads the time, so that tests may set it.

/** Milliseconds since 1970. */
export type Clock = () => number;
