// The session, available at first paint: the engine decides it, and localStorage mirrors it for the next start.
import { BehaviorSubject, distinctUntilChanged, filter, map, type Observable } from 'rxjs';
import { useSyncExternalStore } from 'react';
import type { EngineState, Session } from './bus.ts';

const key = 'amber-session';

function readStoredSession(): Session | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Session | null;
  } catch {
    return null; // storage is blocked, or its value is invalid
  }
}

function storeSession(session: Session | null): void {
  try {
    if (session) localStorage.setItem(key, JSON.stringify(session));
    else localStorage.removeItem(key);
  } catch {
    // Without storage the session lasts until the browser is closed.
  }
}

/** The session; null when nobody is signed in. */
export const session$ = new BehaviorSubject<Session | null>(readStoredSession());

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
      storeSession(session);
      session$.next(session);
    });
}

const subscribe = (changed: () => void) => {
  const subscription = session$.subscribe(changed);
  return () => subscription.unsubscribe();
};

const current = () => session$.value;

/** Returns the session, and rerenders when it changes. */
export const useSession = (): Session | null => useSyncExternalStore(subscribe, current, current);
