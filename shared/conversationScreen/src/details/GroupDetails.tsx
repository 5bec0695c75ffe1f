// The details of a group: its face, the most frequent actions, safety, members, settings, and danger last.
import { copyText } from '@amber/client/copyText';
import type { ConversationRow } from '@amber/client/rows';
import { paths } from '@amber/client/paths';
import { limits } from '@amber/proto/limits';
import { SettingsIcon } from '@amber/ui/icons';
import { LinkIcon, PersonAddIcon } from '@amber/ui/moreIcons';
import { useState } from 'react';
import { words } from '../words/gen/details.ts';
import { ChatActions } from './ChatActions.tsx';
import { EditableName } from './EditableName.tsx';
import { fromDetails } from './fromDetails.ts';
import { GroupPicture } from './GroupPicture.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { LeaveGroup } from './LeaveGroup.tsx';
import { MemberList } from './MemberList.tsx';
import { PanelRow } from './PanelRow.tsx';
import { RoundAction } from './RoundAction.tsx';
import { SecurityRow } from './SecurityRow.tsx';
import { useGroup } from './useGroup.ts';
import styles from './DetailPanel.module.css';

const copyLink = (cid: string) => void copyText(`${location.origin}/chat${paths.chat({ cid })}`, words.linkCopied);

/** The content of the panel for a group. The owner changes its name and its picture in place. */
export function GroupDetails({ conversation, me }: { conversation: ConversationRow; me: string }) {
  const { conversionId: conversationId, name, avatar, groupSetting, userSetting } = conversation;
  const { people, sendCommand, isOwner, list } = useGroup(conversation, me);
  const [inviting, setInviting] = useState(false);
  const path = { cid: conversationId };
  const remark = userSetting?.groupRemark;

  return (
    <>
      <section className={styles.face}>
        <GroupPicture
          conversationId={conversationId}
          name={name}
          avatar={avatar}
          onChange={isOwner ? (next) => sendCommand('groupAvatar', { avatar: next }) : undefined}
        />
        {isOwner ? (
          <EditableName
            name={name}
            value={name}
            label={words.groupName}
            maxLength={limits.groupNameMax}
            onSave={(next) => sendCommand('groupName', { name: next })}
          />
        ) : (
          <p className={styles.faceName} dir="auto">
            {remark || name}
          </p>
        )}
        {remark && (
          <p className={styles.faceNote}>{isOwner ? words.yourName({ name: remark }) : words.ownName({ name })}</p>
        )}
        <p className={styles.faceNote}>{words.members({ count: people.count })}</p>
        <ChatActions conversation={conversation} path={paths.chat(path)}>
          <RoundAction label={words.invite} Icon={PersonAddIcon} onClick={() => setInviting(true)} />
          {groupSetting?.visibility && (
            <RoundAction
              label={words.link}
              Icon={LinkIcon}
              title={words.copyLink}
              onClick={() => copyLink(conversationId)}
            />
          )}
        </ChatActions>
      </section>
      <SecurityRow conversation={conversation} me={me} />
      <MemberList conversation={conversation} {...list} />
      <PanelRow
        Icon={SettingsIcon}
        title={words.settings}
        note={words.settingsNotes.group}
        opens={paths.chatSettings(path)}
        state={fromDetails}
      />
      <LeaveGroup
        conversation={conversation}
        me={me}
        isOwner={isOwner}
        isAlone={people.count === 1}
        sendCommand={sendCommand}
      />
      {inviting && (
        <InviteDialog
          conversationId={conversationId}
          onClose={() => setInviting(false)}
          onInvite={(identifiers) => sendCommand('inviteMember', {}, identifiers)}
        />
      )}
    </>
  );
}
