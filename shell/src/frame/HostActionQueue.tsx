// Shows the questions of HostActions, one at a time.
import type { HostAction } from '@amber/client/hostActions';
import { useSession } from '@amber/client/session';
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { createConfirmationQueue } from './confirmationQueue.ts';
import { HostActionDialog } from './HostActionDialog.tsx';

const { confirm: enqueue, request$ } = createConfirmationQueue();
const mounted = Promise.withResolvers<void>();

/** Resolves to whether the person agreed. */
export async function confirm(action: HostAction): Promise<boolean> {
  // React's development build runs the effects of a new component twice, which would refuse its first request.
  await mounted.promise;
  return enqueue(action);
}

/** Renders nothing while no confirmation is requested. */
export function HostActionQueue() {
  const request = useBehaviorSubject(request$);
  const { pathname } = useLocation();
  const identifier = useSession()?.identifier;
  useEffect(() => mounted.resolve(), []);
  // The question is about the screen and the account on which it was asked.
  useEffect(() => () => request?.answer(false), [request, pathname, identifier]);
  return request && <HostActionDialog request={request} />;
}
