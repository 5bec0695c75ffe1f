// A member of a group in a list, with the actions on that member.
import type { MemberRow } from '@amber/client/rows';
import { engine } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { useAction } from '@amber/client/useAction';
import { Avatar } from '@amber/ui/Avatar';
import { IconButton } from '@amber/ui/IconButton';
import { MoreIcon } from '@amber/ui/icons';
import { Menu, type MenuItem } from '@amber/ui/Menu';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { words as strings } from '../words/gen/screen.ts';
import { Confirm } from '@amber/ui/Confirm';
import { words } from '../words/gen/details.ts';
import type { SendCommand } from '../kit/useCommand.ts';
import { memberName } from '../people/useMembers.ts';
import { fromDetails } from './fromDetails.ts';
import styles from './DetailPanel.module.css';

/** The rights of the user over the members. */
export interface MemberRights {
  /** The kind of group, which decides the wording. */
  scope: 'group' | 'room' | 'space';
  mayRemove?: boolean;
  mayHandOver?: boolean;
}

export interface MemberItemsProps extends MemberRights {
  /** Returns the path that a member's name leads to; by default the profile. */
  pathOf?: (identifier: string) => string;
  me: string;
  sendCommand: SendCommand;
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
  pathOf = (identifier) => paths.profile({ identifier }),
}: MemberItemsProps): [item: (member: MemberRow) => ReactNode, questions: ReactNode] {
  const navigate = useNavigate();
  const [, act] = useAction();
  const [pendingCommand, setPendingCommand] = useState<{
    cmdId: 'deleteMember' | 'handOver';
    member: MemberRow;
  } | null>(null);

  const openChat = (identifier: string) =>
    act(async () => {
      const { conversationId } = await engine.openPrivateChat({ identifier });
      navigate(paths.chat({ cid: conversationId }));
    });
  const displayName = (member: MemberRow) => memberName(member) || strings.someone;
  const itemsFor = (member: MemberRow): MenuItem[] => [
    { key: 'message', label: words.message, onSelect: () => void openChat(member.identifier) },
    { key: 'nudge', label: words.nudge, onSelect: () => sendCommand('slap', {}, [member.identifier]) },
    ...(mayHandOver
      ? [{ key: 'handOver', label: words.handOver, onSelect: () => setPendingCommand({ cmdId: 'handOver', member }) }]
      : []),
    ...(mayRemove
      ? [
          {
            key: 'remove',
            label: words.removeFrom[scope],
            danger: true,
            onSelect: () => setPendingCommand({ cmdId: 'deleteMember', member }),
          },
        ]
      : []),
  ];
  const targetName = pendingCommand ? displayName(pendingCommand.member) : '';
  const confirmProps = (cmdId: 'deleteMember' | 'handOver') => ({
    open: pendingCommand?.cmdId === cmdId,
    onCancel: () => setPendingCommand(null),
    onConfirm: () => pendingCommand && sendCommand(cmdId, {}, [pendingCommand.member.identifier]),
  });

  const item = (member: MemberRow) => (
    <>
      <Link className={styles.memberLink} to={pathOf(member.identifier)} state={fromDetails}>
        <Avatar identifier={member.identifier} name={displayName(member)} src={member.avatar} size={32} />
        <span className={styles.memberName} dir="auto">
          {member.identifier === me ? words.you : displayName(member)}
        </span>
      </Link>
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
        {...confirmProps('deleteMember')}
        title={words.removeTitle({ name: targetName })}
        text={words.removeText({ name: targetName })}
        action={words.removeFrom[scope]}
      />
      <Confirm
        {...confirmProps('handOver')}
        title={words.handOverTitle({ name: targetName })}
        text={words.handOverText[scope]}
        action={words.handOver}
      />
    </>
  );
  return [item, questions];
}
