// A moment in which the page has nothing better to do.

const wait = 1_000;
const atLatest = 10_000;

/** Resolves in an idle moment; where browsers know none, after a second. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: atLatest });
    else setTimeout(resolve, wait);
  });
