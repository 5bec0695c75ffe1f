// Everybody in a group: page after page as one scrolls, or by a part of the name.
import type { MemberRow } from '@amber/client/db';
import { sentenceOf } from '@amber/client/sentenceOf';
import { EmptyState } from '@amber/ui/EmptyState';
import { Button } from '@amber/ui/Button';
import { ContactsIcon } from '@amber/ui/moreIcons';
import { Notice } from '@amber/ui/Notice';
import { PageEnd } from '@amber/ui/PageEnd';
import { SearchField } from '@amber/ui/SearchField';
import { Skeleton } from '@amber/ui/Skeleton';
import { useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import { words as strings } from '../words/gen/screen.ts';
import { words } from '../words/gen/details.ts';
import { useAllMembers } from './useAllMembers.ts';
import { type MemberItemsProps, useMemberItems } from './useMemberItems.tsx';
import type { GroupPeople } from '../people/useMembers.ts';
import styles from './AllMembers.module.css';

interface AllMembersProps extends MemberItemsProps {
  conversationId: string;
  people: GroupPeople;
}

/** A search above a list that holds in the page what is in sight. */
export function AllMembers({ conversationId, people, ...items }: AllMembersProps) {
  const [typed, setTyped] = useState('');
  const { status, rows, fault, isOffline, next, isStuck, loadMore, again } = useAllMembers(
    conversationId,
    typed,
    people,
  );
  const [item, questions] = useMemberItems(items);
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.all}>
      <div role="search" aria-label={words.findMembers} className={styles.search}>
        <SearchField label={words.findMembers} clearLabel={strings.clearSearch} value={typed} onChange={setTyped} />
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
                {item(member)}
              </div>
            )}
          </Virtualizer>
        )}
        {status === 'ready' && rows.length === 0 && next === '' && (
          <EmptyState Icon={ContactsIcon} title={words.noMember} text={words.noMemberHint} />
        )}
        {fault && (
          <Notice sentence={sentenceOf(fault)} code={fault.code} onRetry={status === 'ready' ? loadMore : again} />
        )}
        {!fault &&
          next !== '' &&
          (isStuck ? (
            <Button look="quiet" onClick={loadMore}>
              {words.searchOn}
            </Button>
          ) : (
            <PageEnd key={next} onReached={loadMore} />
          ))}
      </div>
      {questions}
    </div>
  );
}
