// The user's own settings of a group or a room: those of every chat, anonymity, and the names.
import type { ConversationRow, MemberRow } from '@amber/client/rows';
import { limits } from '@amber/proto/limits';
import { Switch } from '@amber/ui/Switch';
import { changeSetting } from '../kit/changeSetting.ts';
import type { SendCommand } from '../kit/useCommand.ts';
import { words } from '../words/gen/details.ts';
import { ChatSettings } from './ChatSettings.tsx';
import { SavedField } from './SavedField.tsx';

interface OwnGroupSettingsProps {
  conversation: ConversationRow;
  /** The user's own row among the members. */
  mine: MemberRow | undefined;
  sendCommand: SendCommand;
}

/** Writing anonymously is enabled only if the owner allows it. */
export function OwnGroupSettings({ conversation, mine, sendCommand }: OwnGroupSettingsProps) {
  const { conversionId, spaceId, groupSetting, userSetting } = conversation;
  const mayBeAnonymous = groupSetting?.supportAnonymous ?? false;
  const nickname = mine?.groupNickname ?? '';
  return (
    <ChatSettings conversation={conversation}>
      <Switch
        label={words.anonymous}
        hint={mayBeAnonymous ? words.anonymousHint : words.anonymousOff}
        checked={mayBeAnonymous && (userSetting?.anonymous ?? false)}
        disabled={!mayBeAnonymous}
        onChange={(anonymous) => changeSetting(conversionId, { anonymous })}
      />
      {!spaceId && (
        <SavedField
          key={`remark ${userSetting?.groupRemark}`}
          label={words.remark}
          hint={words.remarkHint}
          value={userSetting?.groupRemark ?? ''}
          maxLength={limits.groupNameMax}
          optional
          onSave={(groupRemark) => changeSetting(conversionId, { groupRemark })}
        />
      )}
      <SavedField
        key={`nickname ${nickname}`}
        label={spaceId ? words.roomNickname : words.nickname}
        hint={spaceId ? words.roomNicknameHint : words.nicknameHint}
        value={nickname}
        maxLength={limits.nicknameMax}
        optional
        onSave={(next) => sendCommand('nickname', { nickname: next })}
      />
    </ChatSettings>
  );
}
