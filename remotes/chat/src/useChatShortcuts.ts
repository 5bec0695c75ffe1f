// Alt+↑ and Alt+↓ move through the chats, with Shift through the unread ones.
import { paths } from '@amber/client/paths';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ChatEntry } from '@amber/conversation/screen/chatEntries';
import { neighbourChat } from './neighbourChat.ts';

const steps: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 };

/** Listens in the whole page while the list is there. */
export function useChatShortcuts(entries: readonly ChatEntry[], openId: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const by = steps[event.key];
      if (by === undefined || !event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const next = neighbourChat(entries, openId, { by, unreadOnly: event.shiftKey });
      if (next) navigate(paths.chat({ cid: next }));
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [entries, openId, navigate]);
}
