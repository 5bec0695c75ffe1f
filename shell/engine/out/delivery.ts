// A chunk of its own: what happens to a message on its way to the gateway, and what people do with one that failed.
export { createDeliver } from './deliver.ts';
export { createFailedMessages } from './failedMessages.ts';
export { createOutcome } from './outcome.ts';
