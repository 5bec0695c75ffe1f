// An error whose message tells the reader what to do next.

/** Only its message is printed, no stack. */
export class CliError extends Error {}
