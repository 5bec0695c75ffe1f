// A value that the browser's tabs share and that survives a restart.
import { BehaviorSubject, EMPTY, filter, merge, type Observable } from 'rxjs';

/** Storage that the browser's tabs share. */
export interface SharedStorage {
  /** Throws in a browser that blocks storage. */
  browser(): Pick<Storage, 'getItem' | 'setItem'>;
  /** Emits the keys that other tabs changed; null means all of them. */
  changed$: Observable<string | null>;
}

interface StoredValueOptions<Value> {
  storage: SharedStorage;
  key(): string;
  /** Validates what was stored; null if nothing was, or nothing can be. */
  read(stored: unknown): Value;
  /** Emits when the key has changed. */
  keyChanged$?: Observable<unknown>;
}

/** Without storage the value lasts until the page is closed. */
export function storedValue<Value>({ storage, key, read, keyChanged$ = EMPTY }: StoredValueOptions<Value>) {
  function load(): Value {
    try {
      return read(JSON.parse(storage.browser().getItem(key()) ?? 'null'));
    } catch {
      return read(null);
    }
  }

  const value$ = new BehaviorSubject(load());
  merge(keyChanged$, storage.changed$.pipe(filter((changed) => changed === key()))).subscribe(() =>
    value$.next(load()),
  );

  return {
    value$,
    store(value: Value): void {
      try {
        storage.browser().setItem(key(), JSON.stringify(value));
      } catch {
        // The browser blocks storage.
      }
      value$.next(value);
    },
  };
}
