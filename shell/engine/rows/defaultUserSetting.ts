// The default settings of a conversation.
import type { Conversation_UserSetting } from '@amber/proto';

export const defaultUserSetting: Conversation_UserSetting = {
  anonymous: false,
  encrypted: false,
  noDisturb: false,
  isTop: false,
  groupRemark: '',
  unencrypted: 'unset',
  mentionsOnly: false,
  mutedUntil: 0,
  archivedSeq: 0,
  markedUnread: false,
};
