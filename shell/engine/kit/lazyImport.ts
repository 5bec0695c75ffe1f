// Lazy loading of code.
import { Fault } from '@amber/proto/faults';

/**
 * Returns the module of an `import()`. @throws Fault REQUEST_FAILED when it fails to load; another `import()` retries.
 */
export const lazyImport = <T>(chunk: Promise<T>): Promise<T> =>
  chunk.catch((cause: unknown) => {
    throw new Fault('REQUEST_FAILED', { cause });
  });

/**
 * Returns a `get` that loads the module on its first call and shares the result of `create` among all calls.
 * @throws Fault REQUEST_FAILED (from `get`) when loading fails; the next `get` retries.
 */
export function onDemand<Module, T>(
  load: () => Promise<Module>,
  create: (module: Module) => T,
): { get(): Promise<T>; loaded(): Promise<T> | undefined } {
  let loading: Promise<T> | undefined;
  const get = () => {
    const mine = (loading ??= lazyImport(load()).then(create));
    mine.catch(() => {
      if (loading === mine) loading = undefined;
    });
    return mine;
  };
  return { get, loaded: () => loading };
}
