// Waits for calls, in the chunk that is loaded when the page is idle; their code is loaded with the first one.
import type { EngineEvent } from '@amber/client/bus';
import { api, engineState$, events$ } from '@amber/client/hostEngine';
import { useSubscription } from '@amber/client/useSubscription';
import { distinctUntilChanged, filter, from, map, mergeMap, retry, switchMap, timer } from 'rxjs';
import { lazyWithRetry } from '../frame/lazyWithRetry.tsx';
import { loadCallView, loadCalls } from './loadCalls.ts';
import { hasStoredCall } from './storedCall.ts';

const CallView = lazyWithRetry(loadCallView);

/** Milliseconds after which a failed question is asked again. */
const retryDelay = 5_000;

/** Only an approved device takes calls. */
const isReady$ = engineState$.pipe(
  map(
    (state) => state?.connection.status === 'open' && state.session !== null && state.devices?.standing !== 'waiting',
  ),
  distinctUntilChanged(),
  filter(Boolean),
);

/** The calls that ring already when this page connects, as pushes. */
const ringing$ = isReady$.pipe(
  switchMap(() => from(api.call.current({})).pipe(retry({ count: 2, delay: () => timer(retryDelay) }))),
  mergeMap(({ list }) => list),
  filter(({ state }) => state === 'ringing'),
  map((call) => ({ ...call, answeringDeviceId: '', ended: false, signal: new Uint8Array() })),
);

type Calls = Awaited<ReturnType<typeof loadCalls>>['calls'];

/** A ring whose code cannot be loaded is a missed call. */
const withCalls = (use: (calls: Calls) => void): void => {
  loadCalls()
    .then(({ calls }) => use(calls))
    .catch(() => {});
};

function handle(event: EngineEvent): void {
  if (event.type === 'call') withCalls((calls) => calls.receive(event));
  if (event.type === 'command' && event.cmdId === 'callAnswer') withCalls((calls) => calls.receiveAnswer(event));
}

let isListening = false;

/** From the first call on, whatever the engine says of calls reaches them, also before their code is here. */
function listen(): void {
  if (!isListening) events$.subscribe(handle);
  isListening = true;
}

/** Calls a person, or answers them. */
export const startCall: Calls['start'] = async (person) => {
  listen();
  await (await loadCalls()).startCall(person);
};

export function CallListener() {
  useSubscription(isReady$, () => {
    if (!hasStoredCall() || isListening) return;
    listen();
    withCalls((calls) => calls.rejoin());
  });
  useSubscription(ringing$, (call) => {
    listen();
    withCalls((calls) => calls.receive(call));
  });
  useSubscription(events$, (event) => {
    // The ends of calls of other devices need no code.
    if (isListening || event.type !== 'call' || event.ended || event.answeringDeviceId) return;
    handle(event);
    listen();
  });
  return <CallView />;
}
