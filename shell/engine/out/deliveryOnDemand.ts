// Loads the code for sending on demand, because opening the conversation list must not wait for it.
import { forwardTo, onDemand } from '../kit/lazyImport.ts';
import type { Deliver, DeliverPorts } from './deliver.ts';
import type { FailedMessages, FailedMessagesPorts } from './failedMessages.ts';
import type { Outcome, OutcomePorts } from './outcome.ts';

/**
 * Each call loads the code first. @throws Fault REQUEST_FAILED when that fails; the messages then stay in the queue.
 */
export interface Delivery extends Outcome, FailedMessages {
  deliver: Deliver;
  /** Loads the code before it is needed. */
  prepare(): Promise<void>;
}

export function createDeliveryOnDemand(ports: DeliverPorts & OutcomePorts & FailedMessagesPorts): Delivery {
  const { get } = onDemand(
    () => import(/* webpackChunkName: "delivery" */ './delivery.ts'),
    ({ createDeliver, createFailedMessages, createOutcome }) => ({
      deliver: createDeliver(ports),
      ...createOutcome(ports),
      ...createFailedMessages(ports),
    }),
  );
  return {
    ...forwardTo(get, 'deliver', 'settle', 'fail', 'undo', 'retry', 'retryFailed', 'discard'),
    prepare: async () => void (await get()),
  };
}
