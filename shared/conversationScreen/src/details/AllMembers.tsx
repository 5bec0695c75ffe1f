// All members of a group, with infinite scrolling and a search by name.
import type { MemberRow } from '@amber/client/rows';
import { EmptyState } from '@amber/ui/EmptyState';
import { Button } from '@amber/ui/Button';
import { ContactsIcon } from '@amber/ui/moreIcons';
import { SearchField } from '@amber/ui/SearchField';
import { Skeleton } from '@amber/ui/Skeleton';
import { useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import { NextPage } from '../kit/NextPage.tsx';
import { words } from '../words/gen/details.ts';
import { useAllMembers } from './useAllMembers.ts';
import { type MemberItemsProps, useMemberItems } from './useMemberItems.tsx';
import type { GroupMembers } from '../people/useMembers.ts';
import styles from './AllMembers.module.css';

interface AllMembersProps extends MemberItemsProps {
  conversationId: string;
  people: GroupMembers;
}

/** A search field above a virtualized list. */
export function AllMembers({ conversationId, people, ...items }: AllMembersProps) {
  const [typed, setTyped] = useState('');
  const { status, rows, fault, isOffline, next, isStuck, loadMore } = useAllMembers(conversationId, typed, people);
  const [renderItem, dialogs] = useMemberItems(items);
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.all}>
      <div role="search" aria-label={words.findMembers} className={styles.search}>
        <SearchField label={words.findMembers} value={typed} onChange={setTyped} />
      </div>
      {isOffline && (
        <p className={styles.offline} role="status">
          {words.membersOffline}
        </p>
      )}
      <div ref={scroller} className={styles.scroller}>
        {status === 'loading' && <Skeleton rows={8} />}
        {status !== 'loading' && rows.length > 0 && (
          <Virtualizer as="ul" item="li" data={rows} itemSize={48} scrollRef={scroller}>
            {(member: MemberRow) => (
              <div key={member.identifier} className={styles.member}>
                {renderItem(member)}
              </div>
            )}
          </Virtualizer>
        )}
        {status === 'ready' && rows.length === 0 && next === '' && (
          <EmptyState Icon={ContactsIcon} title={words.noMember} text={words.noMemberHint} />
        )}
        {isStuck && !fault ? (
          <Button variant="quiet" onClick={loadMore}>
            {words.searchOn}
          </Button>
        ) : (
          <NextPage pages={{ next, fault }} loadMore={loadMore} />
        )}
      </div>
      {dialogs}
    </div>
  );
}
