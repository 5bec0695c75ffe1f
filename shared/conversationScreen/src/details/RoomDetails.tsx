// The details of a room of a space: its members and the user's own settings.
import type { ConversationRow } from '@amber/client/rows';
import { useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { Button } from '@amber/ui/Button';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { HashIcon } from '@amber/ui/icons';
import { PersonAddIcon } from '@amber/ui/moreIcons';
import { useState } from 'react';
import { Confirm } from '@amber/ui/Confirm';
import { InviteDialog } from './InviteDialog.tsx';
import { MemberList } from './MemberList.tsx';
import { OwnGroupSettings } from './OwnGroupSettings.tsx';
import { useGroup } from './useGroup.ts';
import { words } from '../words/gen/details.ts';
import styles from './DetailPanel.module.css';

/** Returns the id of the room that contains all members of the space; empty if this device has none. */
function useDefaultRoom(spaceId: string): string {
  const live = useLive((db) => db.conversations.where({ spaceId }).toArray(), [spaceId]);
  return live.status === 'ready'
    ? (live.rows.find(({ groupSetting }) => groupSetting?.visibility)?.conversionId ?? '')
    : '';
}

/** The content of the panel for a room. Its name and visibility are settings of the space. */
export function RoomDetails({ conversation, me }: { conversation: ConversationRow; me: string }) {
  const { conversionId: conversationId, spaceId, name, groupSetting } = conversation;
  const { people, sendCommand, mine, isOwner, list } = useGroup(conversation, me);
  const defaultRoom = useDefaultRoom(spaceId);
  const [openDialog, setOpenDialog] = useState<'' | 'invite' | 'leave'>('');
  const isHidden = groupSetting?.visibility !== true;
  const mayInvite = conversation.roomType !== 'manage' || isOwner;
  const closeDialog = () => setOpenDialog('');

  return (
    <>
      <section className={styles.face}>
        <span className={styles.hash}>
          <HashIcon />
        </span>
        <p className={styles.faceName} dir="auto">
          {name}
        </p>
        <p className={styles.faceNote}>{words.members({ count: people.count })}</p>
        {isHidden && <p className={styles.hint}>{words.hiddenRoom}</p>}
        <div className={styles.faceActions}>
          {!isHidden && (
            <ButtonLink to={paths.inviteToSpace({ sid: spaceId })}>
              <PersonAddIcon />
              {words.invite}
            </ButtonLink>
          )}
          {isHidden && mayInvite && (
            <Button onClick={() => setOpenDialog('invite')}>
              <PersonAddIcon />
              {words.invite}
            </Button>
          )}
          {isOwner && <ButtonLink to={paths.spaceSettings({ sid: spaceId })}>{words.spaceSettings}</ButtonLink>}
        </div>
      </section>
      <MemberList conversation={conversation} {...list} />
      <OwnGroupSettings conversation={conversation} mine={mine} sendCommand={sendCommand} />
      {isHidden && !isOwner && (
        <section className={styles.leave}>
          <Button className={styles.danger} onClick={() => setOpenDialog('leave')}>
            {words.leaveRoom}
          </Button>
        </section>
      )}
      {openDialog === 'invite' && (
        <InviteDialog
          title={words.inviteToRoom}
          onClose={closeDialog}
          among={defaultRoom}
          conversationId={conversationId}
          onInvite={(identifiers) => sendCommand('inviteMember', {}, identifiers)}
        />
      )}
      <Confirm
        open={openDialog === 'leave'}
        title={words.leaveRoomTitle}
        text={words.leaveRoomText}
        action={words.leaveRoom}
        onCancel={closeDialog}
        onConfirm={() => sendCommand('quitMember', {})}
      />
    </>
  );
}
