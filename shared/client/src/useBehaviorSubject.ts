// A hook for the current value of a BehaviorSubject, or of an observable with one.
import { useCallback, useSyncExternalStore } from 'react';
import type { Observable } from 'rxjs';

/** Returns the subject's value, and rerenders when it changes. */
export function useBehaviorSubject<Value>(subject$: Observable<Value> & { readonly value: Value }): Value {
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = subject$.subscribe(changed);
      return () => subscription.unsubscribe();
    },
    [subject$],
  );
  const current = () => subject$.value;
  return useSyncExternalStore(subscribe, current, current);
}
