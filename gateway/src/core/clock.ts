// The gateway's clock, which tests can set.

/** Milliseconds since 1970. */
export type Clock = () => number;
