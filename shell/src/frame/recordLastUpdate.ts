// Remembers when this browser was last connected: the age of what is shown without a connection.
import type { EngineState } from '@amber/client/bus';
import {
  distinctUntilChanged,
  EMPTY,
  fromEvent,
  interval,
  map,
  merge,
  type Observable,
  of,
  switchMap,
  tap,
} from 'rxjs';

const storageKey = 'amber-last-update';

/** Milliseconds between two records; the start of an interruption is known that exactly after a crash. */
const recordInterval = 30_000;

function record(identifier: string): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify([identifier, Date.now()]));
  } catch {
    // Without storage there is no age.
  }
}

/** Returns when this account was last connected in this browser; 0 if that is unknown. */
export function readLastUpdate(identifier: string): number {
  try {
    const [whose, at] = JSON.parse(localStorage.getItem(storageKey) ?? '[]') as unknown[];
    return whose === identifier && typeof at === 'number' && at <= Date.now() ? at : 0;
  } catch {
    return 0;
  }
}

/** Records while an account is connected, at the end of the connection, and when the page is left. */
export function recordLastUpdate(state$: Observable<EngineState | null>): Observable<string> {
  let connected = '';
  return state$.pipe(
    map((state) => (state?.connection.status === 'open' ? (state.session?.identifier ?? '') : '')),
    distinctUntilChanged(),
    tap((identifier) => {
      if (connected && !identifier) record(connected);
      connected = identifier;
    }),
    switchMap((identifier) =>
      identifier
        ? merge(of(null), interval(recordInterval), fromEvent(globalThis, 'pagehide')).pipe(map(() => identifier))
        : EMPTY,
    ),
    tap(record),
  );
}
