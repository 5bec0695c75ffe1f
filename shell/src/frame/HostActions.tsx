// Asks the person before a feature ends a guarantee, in a dialog that no feature can draw.
import { setConfirmationHandler } from '@amber/client/hostActions';
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { BehaviorSubject } from 'rxjs';
import { lazyWithRetry } from './lazyWithRetry.tsx';

const load = () => import(/* webpackChunkName: "bars" */ './HostActionQueue.tsx');
const HostActionQueue = lazyWithRetry(async () => (await load()).HostActionQueue);

/** Whether an action was requested; the code of the questions loads with the first one. */
const isNeeded$ = new BehaviorSubject(false);

setConfirmationHandler(async (action) => {
  const { pathname } = location;
  isNeeded$.next(true);
  const { confirm } = await load();
  // The question is about the screen on which it was asked.
  return location.pathname === pathname && confirm(action);
});

export function HostActions() {
  return useBehaviorSubject(isNeeded$) && <HostActionQueue />;
}
