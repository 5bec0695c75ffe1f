// Loads code when it is needed.
import { Fault } from '@amber/proto/faults';

/** The module of an `import()`. @throws Fault REQUEST_FAILED when it fails to load; another `import()` tries again. */
export const lazyImport = <T>(chunk: Promise<T>): Promise<T> =>
  chunk.catch((cause: unknown) => {
    throw new Fault('REQUEST_FAILED', { cause });
  });

/**
 * What `create` makes of a module that the first `get` loads. @throws Fault REQUEST_FAILED when loading fails; the next
 * `get` tries again.
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
