// Asks the person before a feature ends a guarantee, in a dialog that no feature can draw.
import { setConfirmationHandler } from '@amber/client/hostActions';
import { useSession } from '@amber/client/session';
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
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
  const { pathname } = useLocation();
  const identifier = useSession()?.identifier;
  // The question is about the screen and the account on which it was asked.
  useEffect(() => () => request?.answer(false), [request, pathname, identifier]);
  return request && <HostActionDialog request={request} />;
}
