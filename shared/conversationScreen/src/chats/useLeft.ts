// Says that I am no longer in a conversation or a space, and leaves what was open of it.
import { events$, showToast } from '@amber/client/engine';
import { accountDb } from '@amber/client/live';
import { type Loss, type Open, placeAfter } from '@amber/client/placeAfter';
import { firstRoom, roomsOf } from '@amber/client/rooms';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { words } from '../words/gen/left.ts';

/** Where the space that a room was lost of begins now. */
async function firstRoomLeft({ spaceId }: Loss): Promise<string | undefined> {
  const db = accountDb();
  if (!db || !spaceId) return undefined;
  const [space, rooms] = await Promise.all([db.spaces.get(spaceId), db.conversations.where({ spaceId }).toArray()]);
  return firstRoom(roomsOf(spaceId, space, rooms));
}

const said = (loss: Loss): string =>
  (loss.type === 'spaceLeft' ? words.space[loss.how] : words.chat[loss.how])({
    name: loss.name || words.unnamed,
  });

/** `open` is what the address names. */
export function useLeft(open: Open): void {
  const navigate = useNavigate();
  const current = useRef(open);
  useEffect(() => {
    current.current = open;
  });
  useEffect(() => {
    const subscription = events$.subscribe((event) => {
      if (event.type !== 'conversationLeft' && event.type !== 'spaceLeft') return;
      showToast('info', said(event));
      const leave = (room?: string) => {
        const path = placeAfter(event, current.current, room);
        if (path) void navigate(path, { replace: true });
      };
      firstRoomLeft(event).then(leave, () => leave());
    });
    return () => subscription.unsubscribe();
  }, [navigate]);
}
