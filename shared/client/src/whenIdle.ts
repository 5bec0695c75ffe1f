// A moment in which the page has nothing better to do.

const fallbackDelay = 1_000;
const idleTimeout = 10_000;

/** Resolves in an idle moment; where browsers know none, after a second. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: idleTimeout });
    else setTimeout(resolve, fallbackDelay);
  });

/** Starts to load what nobody waits for yet: it may take its time without a notice. The build's chunk loader reads this. */
export function loadAhead<T>(load: () => T): T {
  const page = globalThis as { amberAhead?: boolean };
  page.amberAhead = true;
  try {
    return load();
  } finally {
    page.amberAhead = false;
  }
}
