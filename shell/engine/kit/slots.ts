// Limits how much work runs at a time; the rest waits in line.

/** Runs work as soon as fewer than `most` others run. */
export function createSlots(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async (work) => {
    if (busy < most) busy += 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      // A slot is passed on without being freed.
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
