// Notifies the user that they are no longer in a conversation or a space, and navigates away from its pages. It is
// loaded when that happens.
import { showToast } from '@amber/client/engine';
import { accountDb } from '@amber/client/live';
import { type LeftEvent, type OpenLocation, pathAfterLeaving } from '@amber/client/pathAfterLeaving';
import { firstRoom, roomsOf } from '@amber/client/rooms';
import type { NavigateFunction } from 'react-router-dom';
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

/** `getOpen` returns the location that the URL names by then. */
export async function redirectOnLeave(
  event: LeftEvent,
  getOpen: () => OpenLocation,
  navigate: NavigateFunction,
): Promise<void> {
  showToast('info', leaveMessage(event));
  const room = await firstRemainingRoom(event).catch(() => undefined);
  const path = pathAfterLeaving(event, getOpen(), room);
  if (path) await navigate(path, { replace: true });
}
