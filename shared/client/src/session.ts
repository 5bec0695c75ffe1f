// Who is signed in, known at first paint: the engine's word, mirrored in localStorage for the next start.
import { BehaviorSubject, distinctUntilChanged, filter, map, type Observable } from 'rxjs';
import { useSyncExternalStore } from 'react';
import type { EngineState, Session } from './bus.ts';

const key = 'amber-session';

function readStoredSession(): Session | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Session | null;
  } catch {
    return null; // storage is closed to us, or what it holds is not ours
  }
}

function storeSession(session: Session | null): void {
  try {
    if (session) localStorage.setItem(key, JSON.stringify(session));
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing still works until it is closed.
  }
}

/** The session; null when no one is signed in. */
export const session$ = new BehaviorSubject<Session | null>(readStoredSession());

let isConfirmed = false;

/** Whether the engine has spoken: what was remembered may be older, as a browser that is killed forgets what it wrote last. */
export const isSessionHeard = (): boolean => isConfirmed;

/** Called once by the host: from now on the engine decides. */
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

/** The session in a component; it renders again when that changes. */
export const useSession = (): Session | null => useSyncExternalStore(subscribe, current, current);
