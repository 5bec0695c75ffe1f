// Whether this device makes itself heard and seen when a message comes.

export interface Attention {
  sound: boolean;
  /** The count in the title, the tab's icon and the app's icon. */
  badge: boolean;
}

const key = 'amber-attention';

/** What is kept; all of it is on until it is turned off. */
export function attention(): Attention {
  let kept: Partial<Attention> = {};
  try {
    kept = (JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Attention> | null) ?? {};
  } catch {
    // Storage is closed to us, or what it holds is not ours.
  }
  return { sound: kept.sound !== false, badge: kept.badge !== false };
}

const listeners = new Set<() => void>();

/** Calls `changed` when it changes, here or in another tab. Returns how to stop. */
export function watchAttention(changed: () => void): () => void {
  const elsewhere = (event: StorageEvent) => event.key === key && changed();
  listeners.add(changed);
  addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(changed);
    removeEventListener('storage', elsewhere);
  };
}

/** Keeps what is given, and returns all of it as it is now. */
export function changeAttention(change: Partial<Attention>): Attention {
  const next = { ...attention(), ...change };
  try {
    localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // Without storage there is nothing to choose.
  }
  for (const changed of listeners) changed();
  return attention();
}
