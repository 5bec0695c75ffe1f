// Limits how many large bodies are received at a time: each stays in memory until its call is answered.
// It counts per gateway, because it bounds this gateway's memory.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';

export function createLargeBodies({ pictureBodiesMax, pictureBodiesPerAccount }: Limits) {
  const openByAccount = new Map<string, number>();
  let openTotal = 0;
  return {
    /**
     * Returns a function that releases the slot. @throws Fault UNAVAILABLE when there are too many in total, TOO_MANY
     * when this account
     * has too many.
     */
    acquire(identifier: string): () => void {
      const own = openByAccount.get(identifier) ?? 0;
      if (own >= pictureBodiesPerAccount) throw new Fault('TOO_MANY');
      if (openTotal >= pictureBodiesMax) throw new Fault('UNAVAILABLE');
      openByAccount.set(identifier, own + 1);
      openTotal += 1;
      return () => {
        const remaining = openByAccount.get(identifier)! - 1;
        if (remaining === 0) openByAccount.delete(identifier);
        else openByAccount.set(identifier, remaining);
        openTotal -= 1;
      };
    },
  };
}
