// The people who are typing in a conversation.
import { events$ } from '@amber/client/engine';
import { useEffect, useState } from 'react';

/**
 * Returns identifiers. The engine emits an event when a person begins, and another when they stop or after a timeout.
 */
export function useTyping(conversationId: string): readonly string[] {
  const [typing, setTyping] = useState<readonly string[]>([]);
  useEffect(() => {
    const subscription = events$.subscribe((event) => {
      if (event.type !== 'typing' || event.conversationId !== conversationId) return;
      const { identifier } = event;
      setTyping((now) => [...now.filter((one) => one !== identifier), ...(event.typing ? [identifier] : [])]);
    });
    return () => subscription.unsubscribe();
  }, [conversationId]);
  return typing;
}
