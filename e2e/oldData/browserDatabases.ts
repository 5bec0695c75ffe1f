// A browser's databases as a file: read from a page, and restored for a test.
import type { Page } from '@playwright/test';

export interface SavedStore {
  name: string;
  keyPath: string | string[] | null;
  autoIncrement: boolean;
  indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[];
  /** Rows in the format of `pack`. */
  rows: unknown[];
}

export interface SavedDatabase {
  name: string;
  version: number;
  stores: SavedStore[];
}

/** Reads everything that the page's origin has in IndexedDB. @throws Error for a value that cannot be serialised. */
export const saveDatabases = (page: Page): Promise<SavedDatabase[]> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    const base64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

    /** JSON has no bytes and no blobs, so they become objects with a field that nothing else has. */
    async function pack(value: unknown): Promise<unknown> {
      if (value instanceof Blob) return { $blob: base64(new Uint8Array(await value.arrayBuffer())), type: value.type };
      if (value instanceof ArrayBuffer) return { $buffer: base64(new Uint8Array(value)) };
      if (ArrayBuffer.isView(value))
        return {
          $array: value.constructor.name,
          bytes: base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)),
        };
      if (Array.isArray(value)) return Promise.all(value.map(pack));
      if (value === null || typeof value !== 'object') return value;
      if (Object.getPrototypeOf(value) !== Object.prototype)
        throw new Error(`cannot keep a ${Object.prototype.toString.call(value)}`);
      return Object.fromEntries(
        await Promise.all(Object.entries(value).map(async ([name, inner]) => [name, await pack(inner)])),
      );
    }

    const saved = [];
    for (const { name, version } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name!));
      const stores = [];
      for (const storeName of db.objectStoreNames) {
        const store = db.transaction(storeName).objectStore(storeName);
        const { keyPath, autoIncrement } = store;
        const indexes = [...store.indexNames].map((indexName) => {
          const { keyPath: of, unique, multiEntry } = store.index(indexName);
          return { name: indexName, keyPath: of as string | string[], unique, multiEntry };
        });
        // A transaction ends when anything else is awaited, so all rows are read first, then their blobs.
        const rows = await done(store.getAll());
        stores.push({
          name: storeName,
          keyPath: keyPath as string | string[] | null,
          autoIncrement,
          indexes,
          rows: await Promise.all(rows.map(pack)),
        });
      }
      db.close();
      saved.push({ name: name!, version: version!, stores });
    }
    return saved;
  });

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

const arrays = { Uint8Array, Float64Array, Uint32Array, Int32Array };

function unpack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpack);
  if (value === null || typeof value !== 'object') return value;
  const fields = value as Record<string, unknown>;
  if (typeof fields['$blob'] === 'string')
    return new Blob([bytesOf(fields['$blob'])], { type: fields['type'] as string });
  if (typeof fields['$buffer'] === 'string') return bytesOf(fields['$buffer']).buffer;
  if (typeof fields['$array'] === 'string')
    return new arrays[fields['$array'] as keyof typeof arrays](bytesOf(fields['bytes'] as string).buffer);
  return Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name, unpack(inner)]));
}

/**
 * Restores the databases with the schema and version of the original browser, whatever the present code would create.
 */
export async function restoreDatabases(indexedDB: IDBFactory, saved: readonly SavedDatabase[]): Promise<void> {
  for (const { name, version, stores } of saved) {
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open(name, version);
      request.onerror = () => reject(request.error!);
      request.onupgradeneeded = () => {
        for (const { name: storeName, keyPath, autoIncrement, indexes, rows } of stores) {
          const store = request.result.createObjectStore(storeName, { keyPath, autoIncrement });
          for (const index of indexes) store.createIndex(index.name, index.keyPath, index);
          for (const row of rows) store.put(unpack(row));
        }
      };
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
    });
  }
}
