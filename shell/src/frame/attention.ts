// Sound and badge settings of this device.

export interface Attention {
  sound: boolean;
  /** The count in the title, the tab's icon and the app's icon. */
  badge: boolean;
}

const key = 'amber-attention';

/** The stored settings; everything is on by default. */
export function attention(): Attention {
  let kept: Partial<Attention> = {};
  try {
    kept = (JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Attention> | null) ?? {};
  } catch {
    // Storage is unavailable or holds something else.
  }
  return { sound: kept.sound !== false, badge: kept.badge !== false };
}

const listeners = new Set<() => void>();

/** Calls `changed` on changes in this or another tab. Returns a function that stops it. */
export function watchAttention(changed: () => void): () => void {
  const elsewhere = (event: StorageEvent) => event.key === key && changed();
  listeners.add(changed);
  addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(changed);
    removeEventListener('storage', elsewhere);
  };
}

/** Stores the change and returns the new settings. */
export function changeAttention(change: Partial<Attention>): Attention {
  const next = { ...attention(), ...change };
  try {
    localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // Without storage nothing can be set.
  }
  for (const changed of listeners) changed();
  return attention();
}
