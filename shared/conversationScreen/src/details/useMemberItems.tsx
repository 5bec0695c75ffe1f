// A member of a group in a list, with the actions on that member.
import type { ConversationRow, MemberRow } from '@amber/client/db';
import { engine, showToast } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { Avatar } from '@amber/ui/Avatar';
import { IconButton } from '@amber/ui/IconButton';
import { MoreIcon } from '@amber/ui/icons';
import { Menu, type MenuItem } from '@amber/ui/Menu';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { words as strings } from '../words/gen/screen.ts';
import { Confirm } from '@amber/ui/Confirm';
import { words } from '../words/gen/details.ts';
import type { SendCommand } from '../kit/useCommand.ts';
import { memberName } from '../people/useMembers.ts';
import styles from './DetailPanel.module.css';

/** The rights of the user over the members. */
export interface MemberRights {
  /** The kind of group, which decides the wording. */
  scope: 'group' | 'room' | 'space';
  mayRemove?: boolean;
  mayHandOver?: boolean;
}

export interface MemberItemsProps extends MemberRights {
  me: string;
  sendCommand: SendCommand;
}

/**
 * Returns the rights of the owner of a group. In a room they extend only to invited members; everything else is done in
 * its space.
 */
export function memberRightsIn({ spaceId, groupSetting }: ConversationRow, isOwner: boolean): MemberRights {
  if (spaceId) return { scope: 'room', mayRemove: isOwner && groupSetting?.visibility !== true };
  return { scope: 'group', mayRemove: isOwner, mayHandOver: isOwner };
}

/**
 * Returns a function that renders a member, with a menu for everybody but the user, and the confirmation dialogs of its
 * entries.
 */
export function useMemberItems({
  me,
  scope,
  mayRemove = false,
  mayHandOver = false,
  sendCommand,
}: MemberItemsProps): [item: (member: MemberRow) => ReactNode, questions: ReactNode] {
  const navigate = useNavigate();
  const [pendingCommand, setPendingCommand] = useState<{
    cmdId: 'deleteMember' | 'handOver';
    member: MemberRow;
  } | null>(null);

  const openChat = async (identifier: string) => {
    try {
      const { conversationId } = await engine.openPrivateChat({ identifier });
      navigate(paths.chat({ cid: conversationId }));
    } catch (thrown) {
      showToast('error', getErrorMessage(thrown));
    }
  };
  const displayName = (member: MemberRow) => memberName(member) || strings.someone;
  const itemsFor = (member: MemberRow): MenuItem[] => [
    { key: 'message', label: words.message, onSelect: () => void openChat(member.identifier) },
    { key: 'nudge', label: words.nudge, onSelect: () => sendCommand('slap', {}, [member.identifier]) },
    ...(mayHandOver
      ? [
          {
            key: 'handOver',
            label: words.handOver,
            onSelect: () => setPendingCommand({ cmdId: 'handOver' as const, member }),
          },
        ]
      : []),
    ...(mayRemove
      ? [
          {
            key: 'remove',
            label: words.removeFrom[scope],
            danger: true,
            onSelect: () => setPendingCommand({ cmdId: 'deleteMember' as const, member }),
          },
        ]
      : []),
  ];
  const targetName = pendingCommand ? displayName(pendingCommand.member) : '';

  const item = (member: MemberRow) => (
    <>
      <Avatar identifier={member.identifier} name={displayName(member)} src={member.avatar} size={32} />
      <span className={styles.memberName} dir="auto">
        {member.identifier === me ? words.you : displayName(member)}
      </span>
      {member.role === 'owner' && <span className={styles.role}>{words.owner}</span>}
      {member.identifier !== me && (
        <Menu
          trigger={<IconButton label={words.more({ name: displayName(member) })} Icon={MoreIcon} />}
          items={itemsFor(member)}
        />
      )}
    </>
  );
  const questions = (
    <>
      <Confirm
        open={pendingCommand?.cmdId === 'deleteMember'}
        title={words.removeTitle({ name: targetName })}
        text={words.removeText({ name: targetName })}
        action={words.removeFrom[scope]}
        onCancel={() => setPendingCommand(null)}
        onConfirm={() => pendingCommand && sendCommand('deleteMember', {}, [pendingCommand.member.identifier])}
      />
      <Confirm
        open={pendingCommand?.cmdId === 'handOver'}
        title={words.handOverTitle({ name: targetName })}
        text={words.handOverText[scope]}
        action={words.handOver}
        onCancel={() => setPendingCommand(null)}
        onConfirm={() => pendingCommand && sendCommand('handOver', {}, [pendingCommand.member.identifier])}
      />
    </>
  );
  return [item, questions];
}
