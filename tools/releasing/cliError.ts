// An error whose message tells the reader what to do next.

/** Only the message is printed, without a stack. */
export class CliError extends Error {}
