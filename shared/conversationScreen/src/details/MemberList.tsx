// The first members of a group, and links to all of them and to a search.
import type { ConversationRow } from '@amber/client/rows';
import { paths } from '@amber/client/paths';
import { limits } from '@amber/proto/limits';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { SearchIcon } from '@amber/ui/icons';
import { Link } from 'react-router-dom';
import { words } from '../words/gen/details.ts';
import { fromDetails } from './fromDetails.ts';
import { personPath } from './personPath.ts';
import { type MemberItemsProps, useMemberItems } from './useMemberItems.tsx';
import type { GroupMembers } from '../people/useMembers.ts';
import styles from './DetailPanel.module.css';

interface MemberListProps extends MemberItemsProps {
  conversation: ConversationRow;
  people: GroupMembers;
}

/** A list with a menu for every member but the user. */
export function MemberList({
  conversation: { conversionId: cid, spaceId: sid },
  people: { first, count },
  ...items
}: MemberListProps) {
  const [renderItem, dialogs] = useMemberItems({
    ...items,
    pathOf: (identifier) => personPath({ cid, sid }, identifier),
  });
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h3 className={styles.sectionTitle}>{words.members({ count })}</h3>
        <Link
          className={styles.find}
          to={paths.members({ cid, sid })}
          state={fromDetails}
          aria-label={words.findMembers}
          title={words.findMembers}
        >
          <SearchIcon />
        </Link>
      </div>
      <ul className={styles.members}>
        {first.map((member) => (
          <li key={member.identifier} className={styles.member}>
            {renderItem(member)}
          </li>
        ))}
      </ul>
      {count > limits.membersShown && (
        <ButtonLink to={paths.members({ cid, sid })} state={fromDetails}>
          {words.seeAll({ count })}
        </ButtonLink>
      )}
      {dialogs}
    </section>
  );
}
