// A hook that subscribes to an observable.
import { useEffect, useEffectEvent } from 'react';
import type { Observable } from 'rxjs';

/** Subscribes while the component is mounted. `onNext` need not be stable: the latest one is called. */
export function useSubscription<Value>(observable$: Observable<Value>, onNext: (value: Value) => void): void {
  const handle = useEffectEvent(onNext);
  useEffect(() => {
    const subscription = observable$.subscribe((value) => handle(value));
    return () => subscription.unsubscribe();
  }, [observable$]);
}
