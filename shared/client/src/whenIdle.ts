// Scheduling of work for the page's idle time.

const fallbackDelay = 1_000;
const idleTimeout = 10_000;

/** Resolves in an idle moment; in browsers without requestIdleCallback, after a second. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: idleTimeout });
    else setTimeout(resolve, fallbackDelay);
  });

/** Prefetches a chunk without the notice about slow files. The build's chunk loader reads the flag. */
export function loadAhead<T>(load: () => T): T {
  const page = globalThis as { amberAhead?: boolean };
  page.amberAhead = true;
  try {
    return load();
  } finally {
    page.amberAhead = false;
  }
}
