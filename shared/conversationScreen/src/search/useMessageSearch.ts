// The messages on this device that hold what has been typed.
import type { SearchHit } from '@amber/client/bus';
import { engine } from '@amber/client/engine';
import { Fault } from '@amber/proto/faults';
import { useEffect, useState } from 'react';

export type MessageSearchState =
  | { status: 'idle' }
  | { status: 'searching' }
  | { status: 'ready'; hits: SearchHit[] }
  | { status: 'error'; fault: Fault };

const debounceDelay = 120;
/** One letter is in every message. */
const minLength = 2;

/** In one conversation, or in all. `attempt` asks the same again. What was found stays while the next is looked for. */
export function useMessageSearch(typed: string, conversationId?: string, attempt = 0): MessageSearchState {
  const text = typed.trim();
  const [found, setFound] = useState<MessageSearchState>({ status: 'idle' });
  useEffect(() => {
    if ([...text].length < minLength) return;
    let isActive = true;
    const timer = setTimeout(() => {
      setFound((now) => (now.status === 'ready' ? now : { status: 'searching' }));
      engine.search({ text, ...(conversationId && { conversationId }) }).then(
        (hits) => isActive && setFound({ status: 'ready', hits }),
        (thrown: unknown) => isActive && setFound({ status: 'error', fault: Fault.of(thrown) }),
      );
    }, debounceDelay);
    return () => {
      isActive = false;
      clearTimeout(timer);
    };
  }, [text, conversationId, attempt]);
  return [...text].length < minLength ? { status: 'idle' } : found;
}
