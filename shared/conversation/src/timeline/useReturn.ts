// Remembers from where the reader jumped to a quoted message.
import type { QuotedPart } from '@amber/proto/bodies';
import { useState } from 'react';
import { useStableCallback } from '../kit/useStableCallback.ts';

interface ReturnPorts {
  /** Whether the newest message is in view. */
  isEndVisible: boolean;
  jumpTo(id: string, part?: QuotedPart): void;
}

/** Returns whether there is a way back, `back`, and `jumpFrom`, which jumps and remembers the message it came from. */
export function useReturn({ isEndVisible, jumpTo }: ReturnPorts) {
  const [origins, setOrigins] = useState<readonly string[]>([]);
  const [wasAtEnd, setWasAtEnd] = useState(isEndVisible);
  if (wasAtEnd !== isEndVisible) {
    setWasAtEnd(isEndVisible);
    // Whoever has gone on to the end needs no way back.
    if (isEndVisible && origins.length > 0) setOrigins([]);
  }
  return {
    canReturn: origins.length > 0,
    jumpFrom: useStableCallback((id: string, origin: string, part?: QuotedPart) => {
      setOrigins([...origins, origin]);
      jumpTo(id, part);
    }),
    back() {
      const origin = origins.at(-1);
      setOrigins(origins.slice(0, -1));
      if (origin) jumpTo(origin);
    },
  };
}
