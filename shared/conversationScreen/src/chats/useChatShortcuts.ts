// The keyboard shortcuts Alt+↑ and Alt+↓, which move through a list of chats or rooms.
import { paths } from '@amber/client/paths';
import { useKeyDown } from '@amber/ui/useKeyDown';
import { useNavigate } from 'react-router-dom';
import { type ChatListItem, neighbourChat } from './neighbourChat.ts';

const steps: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * Listens on the window while the list is mounted. With Shift, the keys move through the unread ones only. `spaceId` is
 * the space of the rooms.
 */
export function useChatShortcuts(entries: readonly ChatListItem[], openId: string | undefined, spaceId = ''): void {
  const navigate = useNavigate();
  useKeyDown((event) => {
    const by = steps[event.key];
    if (by === undefined || !event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = neighbourChat(entries, openId, { by, unreadOnly: event.shiftKey });
    if (next) navigate(paths.conversation({ cid: next, sid: spaceId }));
  });
}
