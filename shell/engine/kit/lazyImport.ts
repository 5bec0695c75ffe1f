// Loads code when it is needed.
import { Fault } from '@amber/proto/faults';

/** The module of an `import()`. @throws Fault REQUEST_FAILED when it fails to load; another `import()` tries again. */
export const lazyImport = <T>(chunk: Promise<T>): Promise<T> =>
  chunk.catch((cause: unknown) => {
    throw new Fault('REQUEST_FAILED', { cause });
  });
