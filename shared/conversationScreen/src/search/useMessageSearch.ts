// The search for messages on this device.
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
/** In characters. A query needs two, because almost any single letter occurs in every message. */
const minLength = 2;

/**
 * Searches one conversation, or all if `conversationId` is absent. A new `attempt` repeats the search. The previous
 * results remain until the next ones arrive.
 */
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
