// A lazily loaded component whose chunk can be requested again after a failure.
import { type ComponentType, createElement, use } from 'react';
import { loadAhead, whenIdle } from './whenIdle.ts';

/** This number increases when failed chunks may be requested again. */
let retryRound = 0;

/** Lets every screen whose chunk failed request it again at its next render. The host's 'Retry' calls it. */
export function retryScreens(): void {
  retryRound += 1;
}

/**
 * Returns a component that is loaded when it is first rendered: `lazyScreen(async () => (await
 * import('./Poll.tsx')).Poll)`. Until then the nearest Suspense shows its fallback; a failure is thrown to the host,
 * which reports it and offers a retry. React's own `lazy` would cache that failure until the page is closed.
 * @param options.ahead whether to prefetch it in the next idle moment, so that the first render need not wait
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
  // A failed prefetch is repeated when the component is rendered.
  if (ahead)
    void whenIdle()
      .then(() => loadAhead(load))
      .catch(() => {});

  function startAttempt(): LoadAttempt {
    const attempt: LoadAttempt = { component: load() };
    attempt.component.then(
      // These are React's own marks on a promise: with them `use` returns the value synchronously. Otherwise the first
      // render would show the fallback, which React keeps for 300 ms.
      (value) => Object.assign(attempt.component, { status: 'fulfilled', value }),
      () => {
        // There is no retry before the next round, because React renders a failure more than once.
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
    /**
     * Awaited before the first render, which then does not suspend. A failure is ignored: the render requests it again.
     */
    prime: () =>
      currentAttempt().component.catch((thrown: unknown) => {
        lastAttempt = undefined;
        throw thrown;
      }),
  });
}
