// An optional part of the page whose code is retried in the background, so a failure does not affect the page.
import { type ComponentType, useEffect, useState } from 'react';
import { defer, retry, type SchedulerLike, timer } from 'rxjs';

const retryDelay = 10_000;
const maxBackoffSteps = 6;

/** The observable emits the result of `load` and retries a failure with linear backoff: 10 s, 20 s, … up to 60 s. */
export const retryWithBackoff = <T,>(load: () => Promise<T>, clock?: SchedulerLike) =>
  defer(load).pipe(retry({ delay: (_, failures) => timer(Math.min(failures, maxBackoffSteps) * retryDelay, clock) }));

/** Returns a component that renders nothing until its code is loaded. */
export function lazyWithRetry<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function LazyWithRetry(props: Props) {
    const [, setIsLoaded] = useState(Loaded !== undefined);
    useEffect(() => {
      if (Loaded) return;
      const loading = retryWithBackoff(load).subscribe((component) => {
        Loaded = component;
        setIsLoaded(true);
      });
      return () => loading.unsubscribe();
    }, []);
    return Loaded ? <Loaded {...props} /> : null;
  };
}
