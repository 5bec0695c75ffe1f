// Says that I am no longer in a conversation or a space, and leaves what was open of it.
import { events$, showToast } from '@amber/client/engine';
import { accountDb } from '@amber/client/live';
import { type LeftEvent, type OpenLocation, pathAfterLeaving } from '@amber/client/pathAfterLeaving';
import { firstRoom, roomsOf } from '@amber/client/rooms';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { words } from '../words/gen/left.ts';

/** Where the space that a room was lost of begins now. */
async function firstRemainingRoom({ spaceId }: LeftEvent): Promise<string | undefined> {
  const db = accountDb();
  if (!db || !spaceId) return undefined;
  const [space, rooms] = await Promise.all([db.spaces.get(spaceId), db.conversations.where({ spaceId }).toArray()]);
  return firstRoom(roomsOf(spaceId, space, rooms));
}

const leaveMessage = (loss: LeftEvent): string =>
  (loss.type === 'spaceLeft' ? words.space[loss.how] : words.chat[loss.how])({
    name: loss.name || words.unnamed,
  });

/** `open` is what the address names. */
export function useRedirectOnLeave(open: OpenLocation): void {
  const navigate = useNavigate();
  const current = useRef(open);
  useEffect(() => {
    current.current = open;
  });
  useEffect(() => {
    const subscription = events$.subscribe((event) => {
      if (event.type !== 'conversationLeft' && event.type !== 'spaceLeft') return;
      showToast('info', leaveMessage(event));
      const redirect = (room?: string) => {
        const path = pathAfterLeaving(event, current.current, room);
        if (path) void navigate(path, { replace: true });
      };
      firstRemainingRoom(event).then(redirect, () => redirect());
    });
    return () => subscription.unsubscribe();
  }, [navigate]);
}
