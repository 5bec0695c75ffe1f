// Says that I am no longer in a conversation, and leaves its screen.
import { events$, showToast } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { words } from './details/strings.ts';

/** `openId` is the conversation on screen. */
export function useLeft(openId: string | undefined): void {
  const navigate = useNavigate();
  const open = useRef(openId);
  useEffect(() => { open.current = openId; }, [openId]);
  useEffect(() => {
    const subscription = events$.subscribe((event) => {
      if (event.type !== 'conversationLeft') return;
      showToast('info', words.left[event.how](event.name));
      if (event.conversationId === open.current) navigate(paths.chats(), { replace: true });
    });
    return () => subscription.unsubscribe();
  }, [navigate]);
}
