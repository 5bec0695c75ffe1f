// For how long a chat can be muted: the entries of the menus, and what is shown while it is.
import { startOfDay } from '@amber/conversation/format';
import type { Conversation_UserSetting } from '@amber/proto';
import type { MenuAction } from '@amber/ui/Menu';
import { formatDate } from '@amber/words/formats';
import { changeSetting } from './changeSetting.ts';
import { words } from '../words/gen/chatMenu.ts';

const hour = 3_600_000;

/** Milliseconds; 0: without an end. */
const durations = { hour, eightHours: 8 * hour, week: 7 * 24 * hour, always: 0 };

/** Returns one entry for each duration. */
export const muteItems = (conversationId: string): MenuAction[] =>
  (Object.keys(durations) as (keyof typeof durations)[]).map((key) => ({
    key,
    label: words.durations[key],
    onSelect: () =>
      changeSetting(conversationId, { noDisturb: true, mutedUntil: durations[key] && Date.now() + durations[key] }),
  }));

export const unmute = (conversationId: string): void =>
  changeSetting(conversationId, { noDisturb: false, mutedUntil: 0 });

/** Returns until when a muted chat is muted, such as 'Muted until 14:05'. */
export function mutedText({ mutedUntil }: Pick<Conversation_UserSetting, 'mutedUntil'>): string {
  if (!mutedUntil) return words.muted; // absent in rows of older builds
  const isToday = startOfDay(mutedUntil) === startOfDay(Date.now());
  return words.mutedUntil({ time: formatDate(mutedUntil, isToday ? 'time' : 'dayAndTime') });
}
