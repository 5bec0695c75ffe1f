// Loads code when it is needed.
import { Fault } from '@amber/proto/faults';

/** The module of an `import()`. @throws Fault REQUEST_FAILED when it fails to load; another `import()` tries again. */
export const lazyImport = <T>(chunk: Promise<T>): Promise<T> =>
  chunk.catch((cause: unknown) => {
    throw new Fault('REQUEST_FAILED', { cause });
  });

/** What `load` gives, loaded with the first call. One that failed is asked for again. */
export function onDemand<T>(load: () => Promise<T>): { get(): Promise<T>; loaded(): Promise<T> | undefined } {
  let loading: Promise<T> | undefined;
  const get = () => {
    const mine = (loading ??= load());
    mine.catch(() => {
      if (loading === mine) loading = undefined;
    });
    return mine;
  };
  return { get, loaded: () => loading };
}
