// Where somebody goes when what is on screen is theirs no longer: one pure function.
import type { EngineEvent } from './bus.ts';
// By its public name: a remote then takes the host's copy.
import { paths } from '@amber/client/paths';

/** A conversation or a space that I am no longer in. */
export type Loss = Extract<EngineEvent, { type: 'conversationLeft' | 'spaceLeft' }>;

/** What the address names. */
export interface Open {
  /** A space, its settings or a room of it. */
  sid?: string | undefined;
  /** A chat or a room. */
  cid?: string | undefined;
}

/** What was lost decides; `firstRoom` is the first one that is left in its space. */
const ways: Record<'space' | 'room' | 'chat', (sid: string, firstRoom: string | undefined) => string> = {
  space: () => paths.discover(),
  room: (sid, firstRoom) => (firstRoom ? paths.room({ sid, cid: firstRoom }) : paths.space({ sid })),
  chat: () => paths.chats(),
};

/** The path to go to; null where what is open is not what was lost. */
export function placeAfter(loss: Loss, open: Open, firstRoom?: string): string | null {
  const isOpen = loss.type === 'spaceLeft' ? loss.spaceId === open.sid : loss.conversationId === open.cid;
  if (!isOpen) return null;
  const lost = loss.type === 'spaceLeft' ? 'space' : loss.spaceId ? 'room' : 'chat';
  return ways[lost](loss.spaceId, firstRoom);
}
