// The details of a room of a space: its face, the most frequent actions, safety, members, settings, and danger last.
import { engine } from '@amber/client/engine';
import type { ConversationRow } from '@amber/client/rows';
import { useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { Button } from '@amber/ui/Button';
import { useAction } from '@amber/client/useAction';
import { limits } from '@amber/proto/limits';
import { HashIcon, SettingsIcon } from '@amber/ui/icons';
import { PersonAddIcon, SpacesIcon } from '@amber/ui/moreIcons';
import { useState } from 'react';
import { Confirm } from '@amber/ui/Confirm';
import { ChatActions } from './ChatActions.tsx';
import { EditableName } from './EditableName.tsx';
import { fromDetails } from './fromDetails.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { MemberList } from './MemberList.tsx';
import { PanelRow } from './PanelRow.tsx';
import { RoundAction } from './RoundAction.tsx';
import { SecurityRow } from './SecurityRow.tsx';
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

/** The content of the panel for a room. The owner changes its name in place; its visibility is a setting of the space. */
export function RoomDetails({ conversation, me }: { conversation: ConversationRow; me: string }) {
  const { conversionId: conversationId, spaceId, name, groupSetting } = conversation;
  const { people, sendCommand, isOwner, list } = useGroup(conversation, me);
  const defaultRoom = useDefaultRoom(spaceId);
  const [openDialog, setOpenDialog] = useState<'' | 'invite' | 'leave'>('');
  const isHidden = groupSetting?.visibility !== true;
  const mayInvite = conversation.roomType !== 'manage' || isOwner;
  const path = { cid: conversationId, sid: spaceId };
  const [, act] = useAction();
  const rename = (next: string) =>
    act(() =>
      engine.changeSpace({
        op: 'CHANGE',
        spaceId,
        conversationId,
        room: {
          name: next,
          groupSetting: { supportAnonymous: groupSetting?.supportAnonymous ?? false, visibility: !isHidden },
        },
      }),
    );
  const closeDialog = () => setOpenDialog('');

  return (
    <>
      <section className={styles.face}>
        <span className={styles.hash}>
          <HashIcon />
        </span>
        {isOwner ? (
          <EditableName
            name={name}
            value={name}
            label={words.roomName}
            maxLength={limits.roomNameMax}
            onSave={rename}
          />
        ) : (
          <p className={styles.faceName} dir="auto">
            {name}
          </p>
        )}
        <p className={styles.faceNote}>{words.members({ count: people.count })}</p>
        {isHidden && <p className={styles.hint}>{words.hiddenRoom}</p>}
        <ChatActions conversation={conversation} path={paths.room(path)}>
          {!isHidden && (
            <RoundAction label={words.invite} Icon={PersonAddIcon} to={paths.inviteToSpace({ sid: spaceId })} />
          )}
          {isHidden && mayInvite && (
            <RoundAction label={words.invite} Icon={PersonAddIcon} onClick={() => setOpenDialog('invite')} />
          )}
        </ChatActions>
      </section>
      <SecurityRow conversation={conversation} me={me} />
      <MemberList conversation={conversation} {...list} />
      <div>
        <PanelRow
          Icon={SettingsIcon}
          title={words.settings}
          note={words.settingsNotes.room}
          opens={paths.chatSettings(path)}
          state={fromDetails}
        />
        {isOwner && (
          <PanelRow Icon={SpacesIcon} title={words.spaceSettings} opens={paths.spaceSettings({ sid: spaceId })} />
        )}
      </div>
      {isHidden && !isOwner && (
        <section className={styles.leave}>
          <Button variant="quiet" className={styles.danger} onClick={() => setOpenDialog('leave')}>
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
