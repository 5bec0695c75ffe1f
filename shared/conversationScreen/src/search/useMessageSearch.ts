// The messages on this device that hold what has been typed.
import type { SearchHit } from '@amber/client/bus';
import { engine } from '@amber/client/engine';
import { Fault } from '@amber/proto/faults';
import { useEffect, useState } from 'react';

export type FoundHits =
  | { status: 'idle' }
  | { status: 'searching' }
  | { status: 'ready'; hits: SearchHit[] }
  | { status: 'error'; fault: Fault };

const typingPause = 120;
/** One letter is in every message. */
const least = 2;

/** In one conversation, or in all. `attempt` asks the same again. What was found stays while the next is looked for. */
export function useMessageSearch(typed: string, conversationId?: string, attempt = 0): FoundHits {
  const text = typed.trim();
  const [found, setFound] = useState<FoundHits>({ status: 'idle' });
  useEffect(() => {
    if ([...text].length < least) return;
    let wanted = true;
    const timer = setTimeout(() => {
      setFound((now) => (now.status === 'ready' ? now : { status: 'searching' }));
      engine.search({ text, ...(conversationId && { conversationId }) }).then(
        (hits) => wanted && setFound({ status: 'ready', hits }),
        (thrown: unknown) => wanted && setFound({ status: 'error', fault: Fault.of(thrown) }),
      );
    }, typingPause);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, conversationId, attempt]);
  return [...text].length < least ? { status: 'idle' } : found;
}
