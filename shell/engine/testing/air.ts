// A BroadcastChannel within this process: what one end says, all the others hear.
import type { Channel, FromEngine, ToEngine } from '@amber/client/bus';

type Listener = (event: { data: ToEngine | FromEngine }) => void;

export function createAir(): { open(): Channel } {
  const ends = new Map<object, Listener>();
  return {
    open() {
      const end = {};
      return {
        postMessage(message) {
          for (const [other, listener] of ends) if (other !== end) listener({ data: structuredClone(message) });
        },
        addEventListener: (_, listener) => void ends.set(end, listener),
        close: () => void ends.delete(end),
      };
    },
  };
}
