// Who is in a group, and what may be done with each.
import type { MemberRow } from '@amber/client/db';
import { engine, showToast } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { Fault } from '@amber/proto/faults';
import { Avatar } from '@amber/ui/Avatar';
import { IconButton } from '@amber/ui/IconButton';
import { MoreIcon } from '@amber/ui/icons';
import { Menu, type MenuItem } from '@amber/ui/Menu';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Confirm } from './Confirm.tsx';
import { words } from './strings.ts';
import type { GiveCommand } from './useCommand.ts';
import { nameOf } from './useMembers.ts';
import styles from './DetailPanel.module.css';

interface MemberListProps {
  members: readonly MemberRow[];
  me: string;
  /** What they are members of, for the words. */
  of: 'group' | 'room' | 'space';
  /** The level of its heading. */
  Title?: 'h2' | 'h3';
  mayRemove?: boolean;
  mayHandOver?: boolean;
  give: GiveCommand;
}

/** A list with a menu for everybody but me. */
export function MemberList({ members, me, of, Title = 'h3', mayRemove = false, mayHandOver = false, give }: MemberListProps) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<{ cmdId: 'deleteMember' | 'handOver'; member: MemberRow } | null>(null);

  const write = async (identifier: string) => {
    try {
      const { conversationId } = await engine.openPrivateChat({ identifier });
      navigate(paths.chat({ cid: conversationId }));
    } catch (thrown) {
      showToast('error', Fault.of(thrown).message);
    }
  };
  const itemsFor = (member: MemberRow): MenuItem[] => [
    { key: 'message', label: words.message, onSelect: () => void write(member.identifier) },
    { key: 'nudge', label: words.nudge, onSelect: () => give('slap', {}, [member.identifier]) },
    ...(mayHandOver ? [{ key: 'handOver', label: words.handOver, onSelect: () => setAsking({ cmdId: 'handOver' as const, member }) }] : []),
    ...(mayRemove ? [{ key: 'remove', label: words.removeFrom[of], danger: true, onSelect: () => setAsking({ cmdId: 'deleteMember' as const, member }) }] : []),
  ];
  const asked = asking ? nameOf(asking.member) : '';

  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}><Title className={styles.sectionTitle}>{words.members(members.length)}</Title></div>
      <ul className={styles.members}>
        {members.map((member) => (
          <li key={member.identifier} className={styles.member}>
            <Avatar identifier={member.identifier} name={nameOf(member)} src={member.avatar} size={32} />
            <span className={styles.memberName}>{member.identifier === me ? words.you : nameOf(member)}</span>
            {member.role === 'owner' && <span className={styles.role}>{words.owner}</span>}
            {member.identifier !== me && (
              <Menu trigger={<IconButton label={words.more(nameOf(member))} Icon={MoreIcon} />} items={itemsFor(member)} />
            )}
          </li>
        ))}
      </ul>
      <Confirm
        open={asking?.cmdId === 'deleteMember'} title={words.removeTitle(asked)} text={words.removeText(asked)} action={words.removeFrom[of]}
        onCancel={() => setAsking(null)} onConfirm={() => asking && give('deleteMember', {}, [asking.member.identifier])}
      />
      <Confirm
        open={asking?.cmdId === 'handOver'} title={words.handOverTitle(asked)} text={words.handOverText[of]} action={words.handOver}
        onCancel={() => setAsking(null)} onConfirm={() => asking && give('handOver', {}, [asking.member.identifier])}
      />
    </section>
  );
}
