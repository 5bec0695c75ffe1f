// The people who are typing in a conversation.
import { events$ } from '@amber/client/engine';
import { useSubscription } from '@amber/client/useSubscription';
import { useState } from 'react';

/**
 * Returns identifiers. The engine emits an event when a person begins, and another when they stop or after a timeout.
 */
export function useTyping(conversationId: string): readonly string[] {
  const [typing, setTyping] = useState<readonly string[]>([]);
  useSubscription(events$, (event) => {
    if (event.type !== 'typing' || event.conversationId !== conversationId) return;
    const { identifier } = event;
    setTyping((now) => [...now.filter((one) => one !== identifier), ...(event.typing ? [identifier] : [])]);
  });
  return typing;
}
