// Whether a conversation is muted now.
import type { Conversation_UserSetting } from '../gen/types.ts';

/** A mute with an end is over at its end, although the stored setting does not change then. */
export const isMuted = (
  { noDisturb = false, mutedUntil = 0 }: Partial<Pick<Conversation_UserSetting, 'noDisturb' | 'mutedUntil'>>,
  now: number,
): boolean => noDisturb && (mutedUntil === 0 || mutedUntil > now);
