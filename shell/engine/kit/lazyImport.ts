// Loads code when it is needed.
import { Fault } from '@amber/proto/faults';

/** What an `import()` brings. @throws Fault REQUEST_FAILED when it does not come; another `import()` asks again. */
export const lazyImport = <T>(chunk: Promise<T>): Promise<T> =>
  chunk.catch((cause: unknown) => {
    throw new Fault('REQUEST_FAILED', { cause });
  });
