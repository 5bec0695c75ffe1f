// A separate chunk: how a message is delivered to the gateway, and what people can do with one that failed.
export { createDeliver } from './deliver.ts';
export { createFailedMessages } from './failedMessages.ts';
export { createOutcome } from './outcome.ts';
export { createHeldCommands } from './heldCommands.ts';
