// Whether two messages belong to one group, which shows their author and their time once.
import { limits } from '@amber/proto/limits';
import { arrivedUnencrypted } from '../kit/arrivedUnencrypted.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

export const isSameGroup = (a: TimelineRow, b: TimelineRow): boolean =>
  !a.isSystemLine &&
  !b.isSystemLine &&
  // A group has one mark of how it is protected.
  arrivedUnencrypted(a.message, a.mine) === arrivedUnencrypted(b.message, b.mine) &&
  // Whether two anonymous messages have the same author is unknown.
  a.author === b.author &&
  a.isAnonymous === b.isAnonymous &&
  (a.mine || !a.isAnonymous) &&
  !b.dayLabel &&
  !b.isFirstUnread &&
  Math.abs(b.at - a.at) <= limits.groupWithin;
