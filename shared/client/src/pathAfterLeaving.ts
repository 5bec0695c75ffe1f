// The path to navigate to when the account has lost access to the open conversation or space.
import type { EngineEvent } from './bus.ts';
// This import uses the package name, so a remote gets the host's instance.
import { paths } from '@amber/client/paths';

/** The account is no longer a member of a conversation or a space. */
export type LeftEvent = Extract<EngineEvent, { type: 'conversationLeft' | 'spaceLeft' }>;

/** The ids in the current URL. */
export interface OpenLocation {
  /** A space, its settings or a room of it. */
  sid?: string | undefined;
  /** A chat or a room. */
  cid?: string | undefined;
}

/** The fallback depends on what was left; `firstRoom` is the first remaining room of the space. */
const fallbackPaths: Record<'space' | 'room' | 'chat', (sid: string, firstRoom: string | undefined) => string> = {
  space: () => paths.discover(),
  room: (sid, firstRoom) => (firstRoom ? paths.room({ sid, cid: firstRoom }) : paths.space({ sid })),
  chat: () => paths.chats(),
};

/** Returns the path to navigate to; null if the event is not about the open location. */
export function pathAfterLeaving(event: LeftEvent, location: OpenLocation, firstRoom?: string): string | null {
  const isOpen = event.type === 'spaceLeft' ? event.spaceId === location.sid : event.conversationId === location.cid;
  if (!isOpen) return null;
  const leftType = event.type === 'spaceLeft' ? 'space' : event.spaceId ? 'room' : 'chat';
  return fallbackPaths[leftType](event.spaceId, firstRoom);
}
