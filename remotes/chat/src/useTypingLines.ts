// Who is typing, by conversation.
import { events$ } from '@amber/client/engine';
import { useSubscription } from '@amber/client/useSubscription';
import { useState } from 'react';
import type { TypingChats } from './typingChats.ts';

/** The code is loaded when somebody begins to type. */
export function useTypingLines(): TypingChats {
  const [chats, setChats] = useState<TypingChats>({});
  useSubscription(events$, (event) => {
    if (event.type === 'typing')
      void import(/* webpackChunkName: "menu" */ './typingChats.ts').then(({ changeTyping }) =>
        changeTyping(event, setChats),
      );
  });
  return chats;
}
