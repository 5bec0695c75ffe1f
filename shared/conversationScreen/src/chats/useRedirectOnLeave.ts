// Notifies the user that they are no longer in a conversation or a space, and navigates away from its pages.
import { events$, showToast } from '@amber/client/engine';
import { accountDb } from '@amber/client/live';
import { type LeftEvent, type OpenLocation, pathAfterLeaving } from '@amber/client/pathAfterLeaving';
import { firstRoom, roomsOf } from '@amber/client/rooms';
import { useSubscription } from '@amber/client/useSubscription';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { words } from '../words/gen/left.ts';

/** Returns the id of the first remaining room of the space whose room the user has left. */
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

/** `open` is the location that the URL names. */
export function useRedirectOnLeave(open: OpenLocation): void {
  const navigate = useNavigate();
  const current = useRef(open);
  useEffect(() => {
    current.current = open;
  });
  useSubscription(events$, (event) => {
    if (event.type !== 'conversationLeft' && event.type !== 'spaceLeft') return;
    showToast('info', leaveMessage(event));
    const redirect = (room?: string) => {
      const path = pathAfterLeaving(event, current.current, room);
      if (path) void navigate(path, { replace: true });
    };
    firstRemainingRoom(event).then(redirect, () => redirect());
  });
}
