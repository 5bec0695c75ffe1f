// A chunk of its own: what happens to a message on its way to the gateway, and what people do with one that failed.
export { createDeliver } from './deliver.ts';
export { createFailed } from './failed.ts';
export { createOutcome } from './outcome.ts';
