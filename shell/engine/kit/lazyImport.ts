// Lazy loading of code.
import { Fault } from '@amber/proto/faults';

/**
 * Returns the module of an `import()`. @throws Fault REQUEST_FAILED when it fails to load; another `import()` retries.
 */
export const lazyImport = <T>(chunk: Promise<T>): Promise<T> =>
  chunk.catch((cause: unknown) => {
    throw new Fault('REQUEST_FAILED', { cause });
  });

export interface OnDemand<T> {
  /** @throws Fault REQUEST_FAILED when loading fails; the next call tries again. */
  get(): Promise<T>;
  /** Runs a task with the result if `get` was called; it waits while the module loads. */
  ifLoaded(run: (loaded: T) => void): void;
}

/** Loads the module with the first call of `get`. All calls share the result of `create`. */
export function onDemand<Module, T>(load: () => Promise<Module>, create: (module: Module) => T): OnDemand<T> {
  let loading: Promise<T> | undefined;
  return {
    get() {
      const mine = (loading ??= lazyImport(load()).then(create));
      mine.catch(() => {
        if (loading === mine) loading = undefined;
      });
      return mine;
    },
    ifLoaded: (run) => void loading?.then(run).catch(() => {}),
  };
}

/** The names of the methods that return a promise. */
type AsyncMethodOf<T> = {
  [Name in keyof T]: T[Name] extends (...args: never) => Promise<unknown> ? Name : never;
}[keyof T];

/** Returns these methods of what `get` provides. Each call waits for `get` first, and fails like it. */
export const forwardTo = <T, Name extends AsyncMethodOf<T>>(get: () => Promise<T>, ...names: Name[]): Pick<T, Name> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      async (...args: never[]) => ((await get())[name] as (...args: never[]) => Promise<unknown>)(...args),
    ]),
  ) as unknown as Pick<T, Name>;
