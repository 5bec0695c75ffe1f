// Loads the code for sending on demand, because opening the conversation list must not wait for it.
import { forwardTo, onDemand } from '../kit/lazyImport.ts';
import type { Deliver, DeliverPorts } from './deliver.ts';
import type { FailedMessages, FailedMessagesPorts } from './failedMessages.ts';
import type { HeldCommands, HeldCommandsPorts } from './heldCommands.ts';
import type { Outcome, OutcomePorts } from './outcome.ts';

/**
 * Each call loads the code first. @throws Fault REQUEST_FAILED when that fails; the messages then stay in the queue.
 */
export interface Delivery extends Outcome, FailedMessages, HeldCommands {
  deliver: Deliver;
  /** Loads the code before it is needed. */
  prepare(): Promise<void>;
}

export function createDeliveryOnDemand(
  ports: DeliverPorts & OutcomePorts & FailedMessagesPorts & HeldCommandsPorts,
): Delivery {
  const { get } = onDemand(
    () => import(/* webpackChunkName: "delivery" */ './delivery.ts'),
    ({ createDeliver, createFailedMessages, createHeldCommands, createOutcome }) => ({
      deliver: createDeliver(ports),
      ...createOutcome(ports),
      ...createFailedMessages(ports),
      ...createHeldCommands(ports),
    }),
  );
  return {
    ...forwardTo(
      get,
      'deliver',
      'settle',
      'fail',
      'undo',
      'retry',
      'retryFailed',
      'discard',
      'withdraw',
      'undoWithdrawal',
      'resumeHeld',
    ),
    prepare: async () => void (await get()),
  };
}
