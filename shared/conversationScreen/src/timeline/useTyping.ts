// Who is typing in a conversation right now.
import { events$ } from '@amber/client/engine';
import { useEffect, useState } from 'react';

/** Identifiers. The engine says when each begins and, at the latest after a while, when each has stopped. */
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
