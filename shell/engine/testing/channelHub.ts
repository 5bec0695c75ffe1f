// A BroadcastChannel within this process: each end receives the messages of all others.
import type { Channel, FromEngine, ToEngine } from '@amber/client/bus';

type Listener = (event: { data: ToEngine | FromEngine }) => void;

export function createChannelHub(): { open(): Channel } {
  const ends = new Map<object, Listener[]>();
  return {
    open() {
      const end = {};
      const listeners: Listener[] = [];
      ends.set(end, listeners);
      return {
        postMessage(message) {
          for (const [other, otherListeners] of ends)
            if (other !== end) for (const listener of otherListeners) listener({ data: structuredClone(message) });
        },
        addEventListener: (_, listener) => void listeners.push(listener),
        close: () => void ends.delete(end),
      };
    },
  };
}
