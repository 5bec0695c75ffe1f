// Where somebody goes when what is on screen is theirs no longer: one pure function.
import type { EngineEvent } from './bus.ts';
// By its public name: a remote then takes the host's copy.
import { paths } from '@amber/client/paths';

/** A conversation or a space that I am no longer in. */
export type LeftEvent = Extract<EngineEvent, { type: 'conversationLeft' | 'spaceLeft' }>;

/** What the address names. */
export interface OpenLocation {
  /** A space, its settings or a room of it. */
  sid?: string | undefined;
  /** A chat or a room. */
  cid?: string | undefined;
}

/** What was lost decides; `firstRoom` is the first one that is left in its space. */
const fallbackPaths: Record<'space' | 'room' | 'chat', (sid: string, firstRoom: string | undefined) => string> = {
  space: () => paths.discover(),
  room: (sid, firstRoom) => (firstRoom ? paths.room({ sid, cid: firstRoom }) : paths.space({ sid })),
  chat: () => paths.chats(),
};

/** The path to go to; null where what is open is not what was lost. */
export function pathAfterLeaving(event: LeftEvent, location: OpenLocation, firstRoom?: string): string | null {
  const isOpen = event.type === 'spaceLeft' ? event.spaceId === location.sid : event.conversationId === location.cid;
  if (!isOpen) return null;
  const leftType = event.type === 'spaceLeft' ? 'space' : event.spaceId ? 'room' : 'chat';
  return fallbackPaths[leftType](event.spaceId, firstRoom);
}
