// Asks the person before a feature ends a guarantee, in a dialog that no feature can draw.
import { setConfirmationHandler } from '@amber/client/hostActions';
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { createConfirmationQueue } from './confirmationQueue.ts';
import { lazyWithRetry } from './lazyWithRetry.tsx';

const HostActionDialog = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "bars" */ './HostActionDialog.tsx')).HostActionDialog,
);

const { confirm, request$ } = createConfirmationQueue();
setConfirmationHandler(confirm);

/** Renders nothing while no confirmation is requested. */
export function HostActions() {
  const request = useBehaviorSubject(request$);
  return request && <HostActionDialog action={request.action} onAnswer={request.answer} />;
}
