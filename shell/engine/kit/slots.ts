// So many pieces of work at a time; what comes beyond waits its turn.

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
      // A slot is handed on as it is.
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
