// A component in a chunk of its own, which can be tried again when it could not be loaded.
import { type ComponentType, createElement, use } from 'react';
import { loadAhead, whenIdle } from './whenIdle.ts';

/** Raised when what has failed is to be tried again. */
let retryRound = 0;

/** For the host's 'Retry': whatever could not be loaded is asked for again when it is shown next. */
export function retryScreens(): void {
  retryRound += 1;
}

/**
 * A component that is loaded when it is first shown: `lazyScreen(async () => (await import('./Poll.tsx')).Poll)`.
 * Until then the nearest Suspense waits; a failure is thrown to the host, which reports it and offers what there is.
 * React's own `lazy` would remember that failure until the page is closed.
 * @param options.ahead it is fetched in the next idle moment, so that it need not be waited for when it is shown.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { ahead = false } = {},
): ComponentType<Props> & { prime(): Promise<unknown> } {
  interface LoadAttempt {
    component: Promise<ComponentType<Props>>;
    failedInRound?: number;
  }
  let lastAttempt: LoadAttempt | undefined;
  // What does not come is asked for again when it is shown.
  if (ahead)
    void whenIdle()
      .then(() => loadAhead(load))
      .catch(() => {});

  function startAttempt(): LoadAttempt {
    const attempt: LoadAttempt = { component: load() };
    attempt.component.then(
      // As React marks it: `use` takes what is there at once. Else the first render would show what stands for it, and
      // React lets that stand for 300 ms.
      (value) => Object.assign(attempt.component, { status: 'fulfilled', value }),
      () => {
        // Not before the next round: React renders a failure more than once.
        attempt.failedInRound = retryRound;
      },
    );
    return attempt;
  }

  function currentAttempt(): LoadAttempt {
    if (lastAttempt === undefined || (lastAttempt.failedInRound ?? retryRound) < retryRound)
      lastAttempt = startAttempt();
    return lastAttempt;
  }

  return Object.assign((props: Props) => createElement(use(currentAttempt().component), props), {
    /** To be awaited before the first render: that does not wait any more. What does not come is asked for again then. */
    prime: () =>
      currentAttempt().component.catch((thrown: unknown) => {
        lastAttempt = undefined;
        throw thrown;
      }),
  });
}
