// Whether a conversation is in the archive.
import type { ConversationRow } from './rows.ts';

/**
 * A chat returns from the archive when somebody else writes in it, unless it is muted. That follows from positions, so
 * every device knows it without a request.
 */
export const isArchived = ({
  spaceId,
  userSetting,
  lastOtherSeq = 0,
}: Pick<ConversationRow, 'spaceId' | 'userSetting' | 'lastOtherSeq'>): boolean =>
  spaceId === '' &&
  userSetting !== null &&
  userSetting.archivedSeq > 0 &&
  (userSetting.noDisturb || lastOtherSeq <= userSetting.archivedSeq);
