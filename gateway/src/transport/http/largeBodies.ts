// Limits how many large bodies are received at a time: each stays in memory until its call is answered.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';

export function createLargeBodies({ pictureBodiesMax, pictureBodiesPerAccount }: Limits) {
  const inside = new Map<string, number>();
  let all = 0;
  return {
    /** Returns what ends it. @throws Fault UNAVAILABLE when there are too many, TOO_MANY when they are this account's. */
    enter(identifier: string): () => void {
      const own = inside.get(identifier) ?? 0;
      if (own >= pictureBodiesPerAccount) throw new Fault('TOO_MANY');
      if (all >= pictureBodiesMax) throw new Fault('UNAVAILABLE');
      inside.set(identifier, own + 1);
      all += 1;
      return () => {
        const left = inside.get(identifier)! - 1;
        if (left === 0) inside.delete(identifier);
        else inside.set(identifier, left);
        all -= 1;
      };
    },
  };
}
