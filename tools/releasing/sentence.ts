// Something that went wrong, told so that the reader knows what to do next.

/** Its message is printed alone, without a stack. */
export class Sentence extends Error {}
