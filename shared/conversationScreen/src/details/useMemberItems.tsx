// One member of a group in a list, and what may be done with each.
import type { ConversationRow, MemberRow } from '@amber/client/db';
import { engine, showToast } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { sentenceOf } from '@amber/client/sentenceOf';
import { Avatar } from '@amber/ui/Avatar';
import { IconButton } from '@amber/ui/IconButton';
import { MoreIcon } from '@amber/ui/icons';
import { Menu, type MenuItem } from '@amber/ui/Menu';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { words as strings } from '../words/gen/screen.ts';
import { Confirm } from '@amber/ui/Confirm';
import { words } from '../words/gen/details.ts';
import type { GiveCommand } from '../kit/useCommand.ts';
import { nameOf } from '../people/useMembers.ts';
import styles from './DetailPanel.module.css';

/** What somebody may do with the members. */
export interface MemberRights {
  /** What they are members of, for the words. */
  of: 'group' | 'room' | 'space';
  mayRemove?: boolean;
  mayHandOver?: boolean;
}

export interface MemberItemsProps extends MemberRights {
  me: string;
  give: GiveCommand;
}

/** What the owner may do in a group; in a room only with those who were invited to it, the rest is done with its space. */
export function rightsIn({ spaceId, groupSetting }: ConversationRow, isOwner: boolean): MemberRights {
  if (spaceId) return { of: 'room', mayRemove: isOwner && groupSetting?.visibility !== true };
  return { of: 'group', mayRemove: isOwner, mayHandOver: isOwner };
}

/** Draws a member, with a menu for everybody but me; and the questions that its entries ask. */
export function useMemberItems({
  me,
  of,
  mayRemove = false,
  mayHandOver = false,
  give,
}: MemberItemsProps): [item: (member: MemberRow) => ReactNode, questions: ReactNode] {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<{ cmdId: 'deleteMember' | 'handOver'; member: MemberRow } | null>(null);

  const write = async (identifier: string) => {
    try {
      const { conversationId } = await engine.openPrivateChat({ identifier });
      navigate(paths.chat({ cid: conversationId }));
    } catch (thrown) {
      showToast('error', sentenceOf(thrown));
    }
  };
  const called = (member: MemberRow) => nameOf(member) || strings.someone;
  const itemsFor = (member: MemberRow): MenuItem[] => [
    { key: 'message', label: words.message, onSelect: () => void write(member.identifier) },
    { key: 'nudge', label: words.nudge, onSelect: () => give('slap', {}, [member.identifier]) },
    ...(mayHandOver
      ? [{ key: 'handOver', label: words.handOver, onSelect: () => setAsking({ cmdId: 'handOver' as const, member }) }]
      : []),
    ...(mayRemove
      ? [
          {
            key: 'remove',
            label: words.removeFrom[of],
            danger: true,
            onSelect: () => setAsking({ cmdId: 'deleteMember' as const, member }),
          },
        ]
      : []),
  ];
  const asked = asking ? called(asking.member) : '';

  const item = (member: MemberRow) => (
    <>
      <Avatar identifier={member.identifier} name={called(member)} src={member.avatar} size={32} />
      <span className={styles.memberName} dir="auto">
        {member.identifier === me ? words.you : called(member)}
      </span>
      {member.role === 'owner' && <span className={styles.role}>{words.owner}</span>}
      {member.identifier !== me && (
        <Menu
          trigger={<IconButton label={words.more({ name: called(member) })} Icon={MoreIcon} />}
          items={itemsFor(member)}
        />
      )}
    </>
  );
  const questions = (
    <>
      <Confirm
        open={asking?.cmdId === 'deleteMember'}
        title={words.removeTitle({ name: asked })}
        text={words.removeText({ name: asked })}
        action={words.removeFrom[of]}
        onCancel={() => setAsking(null)}
        onConfirm={() => asking && give('deleteMember', {}, [asking.member.identifier])}
      />
      <Confirm
        open={asking?.cmdId === 'handOver'}
        title={words.handOverTitle({ name: asked })}
        text={words.handOverText[of]}
        action={words.handOver}
        onCancel={() => setAsking(null)}
        onConfirm={() => asking && give('handOver', {}, [asking.member.identifier])}
      />
    </>
  );
  return [item, questions];
}
