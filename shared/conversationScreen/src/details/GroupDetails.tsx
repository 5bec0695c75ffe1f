// The details of a group: its picture, members and settings, and the actions to leave or disband it.
import { copyText } from '@amber/client/copyText';
import type { ConversationRow } from '@amber/client/rows';
import { paths } from '@amber/client/paths';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { LinkIcon, PersonAddIcon } from '@amber/ui/moreIcons';
import { Switch } from '@amber/ui/Switch';
import { useState } from 'react';
import { changeSetting } from '../kit/changeSetting.ts';
import { GroupPicture } from './GroupPicture.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { LeaveGroup } from './LeaveGroup.tsx';
import { MemberList } from './MemberList.tsx';
import { OwnGroupSettings } from './OwnGroupSettings.tsx';
import { SavedField } from './SavedField.tsx';
import { words } from '../words/gen/details.ts';
import { useGroup } from './useGroup.ts';
import styles from './DetailPanel.module.css';

const copyLink = (cid: string) => void copyText(`${location.origin}/chat${paths.chat({ cid })}`, words.linkCopied);

/** The content of the panel for a group. */
export function GroupDetails({ conversation, me }: { conversation: ConversationRow; me: string }) {
  const { conversionId: conversationId, name, avatar, groupSetting, userSetting } = conversation;
  const { people, sendCommand, mine, isOwner, list } = useGroup(conversation, me);
  const [inviting, setInviting] = useState(false);
  const setting = {
    supportAnonymous: groupSetting?.supportAnonymous ?? false,
    visibility: groupSetting?.visibility ?? false,
  };

  return (
    <>
      <section className={styles.face}>
        <GroupPicture
          conversationId={conversationId}
          name={name}
          avatar={avatar}
          onChange={isOwner ? (next) => sendCommand('groupAvatar', { avatar: next }) : undefined}
        />
        <p className={styles.faceName} dir="auto">
          {userSetting?.groupRemark || name}
        </p>
        <p className={styles.faceNote}>{words.members({ count: people.count })}</p>
        <div className={styles.faceActions}>
          <Button onClick={() => setInviting(true)}>
            <PersonAddIcon />
            {words.invite}
          </Button>
          {setting.visibility && (
            <Button onClick={() => copyLink(conversationId)}>
              <LinkIcon />
              {words.copyLink}
            </Button>
          )}
        </div>
      </section>
      <MemberList conversation={conversation} {...list} />
      <OwnGroupSettings conversation={conversation} mine={mine} sendCommand={sendCommand}>
        <SavedField
          key={`remark ${userSetting?.groupRemark}`}
          label={words.remark}
          hint={words.remarkHint}
          value={userSetting?.groupRemark ?? ''}
          maxLength={limits.groupNameMax}
          optional
          onSave={(groupRemark) => changeSetting(conversationId, { groupRemark })}
        />
      </OwnGroupSettings>
      {isOwner && (
        <section className={styles.section} aria-label={words.groupSettings}>
          <div className={styles.sectionHead}>
            <h3 className={styles.sectionTitle}>{words.groupSettings}</h3>
          </div>
          <SavedField
            key={`name ${name}`}
            label={words.groupName}
            value={name}
            maxLength={limits.groupNameMax}
            onSave={(next) => sendCommand('groupName', { name: next })}
          />
          <Switch
            label={words.supportAnonymous}
            checked={setting.supportAnonymous}
            onChange={(supportAnonymous) => sendCommand('groupSetting', { ...setting, supportAnonymous })}
          />
          <Switch
            label={words.visibility}
            hint={words.visibilityHint}
            checked={setting.visibility}
            onChange={(visibility) => sendCommand('groupSetting', { ...setting, visibility })}
          />
          {avatar && (
            <Button variant="quiet" onClick={() => sendCommand('groupAvatar', { avatar: '' })}>
              {words.removePicture}
            </Button>
          )}
        </section>
      )}
      <LeaveGroup isOwner={isOwner} isAlone={people.count === 1} sendCommand={sendCommand} />
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
