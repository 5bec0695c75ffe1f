// The browser's storage for pages: it may be blocked or full, and may hold values of older builds.

type StorageArea = 'localStorage' | 'sessionStorage';

/** Returns the stored text; null if there is none, or storage is blocked. */
export function storedText(key: string, area: StorageArea = 'localStorage'): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/** Returns the stored JSON value; null if there is none, it cannot be parsed, or storage is blocked. */
export function storedJson(key: string, area?: StorageArea): unknown {
  try {
    return JSON.parse(storedText(key, area) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a text; null removes it. Returns false, without an effect, if storage is blocked or full. */
export function storeText(key: string, text: string | null, area: StorageArea = 'localStorage'): boolean {
  try {
    if (text === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
