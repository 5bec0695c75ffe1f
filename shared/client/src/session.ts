// The session, available at first paint: the engine decides it, and localStorage mirrors it for the next start.
import { BehaviorSubject, distinctUntilChanged, filter, map, type Observable } from 'rxjs';
import type { EngineState, Session } from './bus.ts';
import { storedJson, storeText } from './storage.ts';
import { useBehaviorSubject } from './useBehaviorSubject.ts';

const key = 'amber-session';

/** The session; null when nobody is signed in. */
export const session$ = new BehaviorSubject(storedJson(key) as Session | null);

let isConfirmed = false;

/**
 * Whether the engine has confirmed the session. The stored one may be older, because a killed browser loses its latest
 * writes.
 */
export const isSessionHeard = (): boolean => isConfirmed;

/** Follows the engine's session from now on. The host calls it once. */
export function followSession(state$: Observable<EngineState | null>): void {
  state$
    .pipe(
      filter((state) => state !== null),
      map((state) => state.session),
      distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
    )
    .subscribe((session) => {
      isConfirmed = true;
      // Without storage the session lasts until the browser is closed.
      storeText(key, session && JSON.stringify(session));
      session$.next(session);
    });
}

/** Returns the session, and rerenders when it changes. */
export const useSession = (): Session | null => useBehaviorSubject(session$);
