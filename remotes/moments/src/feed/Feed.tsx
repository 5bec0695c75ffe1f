// A list of moments: a button for new ones, pending ones, the loaded ones, and a button for more.
import type { Session } from '@amber/client/bus';
import { useRemarks } from '@amber/client/live';
import { whenIdle } from '@amber/client/remote';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { limits } from '@amber/proto/limits';
import { EmptyState } from '@amber/ui/EmptyState';
import { MomentsIcon } from '@amber/ui/moreIcons';
import { LoadMore } from '@amber/ui/LoadMore';
import { useNow } from '@amber/ui/useNow';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { groupItems, type Groups } from './groups.ts';
import { heightOf, savedPostId, scrollerOf, useScrollRestoration } from './scrollPosition.ts';
import { MomentCard } from '../card/MomentCard.tsx';
import { refreshInterval } from '../card/relativeTime.ts';
import type { Feed as FeedState } from './useFeed.ts';
import { WaitingCard } from '../card/WaitingCard.tsx';
import { words } from '../words/gen/moments.ts';
import styles from './Feed.module.css';

interface FeedProps {
  /** The key under which the scroll position is stored. */
  name: string;
  feed: FeedState;
  session: Session | null;
  /** Null if the page shows its own empty state. */
  empty: { title: string; text: string } | null;
}

/**
 * The number of moments in the first render. A page follows at once, and further ones when the reader scrolls near
 * them.
 */
const renderedAtFirst = 6;

/** Page Up and Page Down move the focus between moments while one of them has it. */
function onKeyDown(event: KeyboardEvent<HTMLElement>) {
  const step = { PageDown: 1, PageUp: -1 }[event.key];
  const here = (event.target as Element).closest('article');
  if (!step || !here) return;
  const all = [...event.currentTarget.querySelectorAll('article')];
  const next = all[all.indexOf(here) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

export function Feed({ name, feed, session, empty }: FeedProps) {
  const { status, blogs, waiting, fresh, more, next, fault } = feed;
  const me = session?.identifier ?? '';
  const now = useNow(refreshInterval);
  const remarks = useRemarks();
  const section = useRef<HTMLElement>(null);
  const isEmpty = status === 'ready' && blogs.length + waiting.length === 0 && !more;
  const [rendered, setRendered] = useState(renderedAtFirst);
  useEffect(() => {
    if (status === 'ready') void whenIdle().then(() => setRendered((now) => Math.max(now, limits.momentsPage)));
  }, [status]);
  // The moment that was at the top when the feed was left is rendered, with some below it.
  const savedCount = blogs.findIndex(({ blogId }) => blogId === savedPostId(name)) + 1;
  const renderLimit = Math.max(rendered, savedCount > 0 ? savedCount + renderedAtFirst : 0);
  const [groups] = useState<Groups>(() => new Map());
  const isMoreStored = blogs.length > renderLimit;
  const showMore = () => {
    setRendered(renderLimit + limits.momentsPage);
    if (more && blogs.length <= renderLimit + limits.momentsPage) feed.loadMore();
  };
  useScrollRestoration(name, section, status === 'ready');
  const showFresh = () => {
    feed.showFresh();
    const scroller = scrollerOf(section.current);
    if (scroller) scroller.scrollTop = 0;
    section.current?.focus({ preventScroll: true });
  };
  // A visitor has no stored rows to read while offline.
  const isOffline = session !== null && fault?.kind === 'network';
  return (
    <section ref={section} className={styles.feed} aria-label={words.feed} tabIndex={-1} onKeyDown={onKeyDown}>
      {status === 'ready' && isOffline && (
        <p className={styles.offline} role="status">
          {words.offline}
        </p>
      )}
      {fresh > 0 && (
        <button type="button" className={styles.fresh} onClick={showFresh}>
          {words.fresh({ count: fresh })}
        </button>
      )}
      {session && waiting.map((moment) => <WaitingCard key={moment.blogId} moment={moment} session={session} />)}
      {groupItems(blogs.slice(0, renderLimit), groups).map(({ key, items }) => (
        <div key={key} className={styles.group} style={{ containIntrinsicBlockSize: `auto ${heightOf(items)}px` }}>
          {items.map((blog) => (
            <MomentCard
              key={blog.blogId}
              blog={blog}
              remark={remarks.get(blog.user?.identifier ?? '')}
              now={now}
              me={me}
            />
          ))}
        </div>
      ))}
      {isEmpty && empty && <EmptyState Icon={MomentsIcon} {...empty} />}
      {status === 'loading' && <QueryStatus request={{ status }} rows={4} />}
      {fault && (status === 'error' || !isOffline) && (
        <QueryStatus request={{ status: 'error', fault }} refetch={feed.retry} />
      )}
      {status === 'ready' && (isMoreStored || (more && !fault)) && (
        <LoadMore key={`${renderLimit} ${next}`} onLoadMore={showMore} />
      )}
      {status === 'ready' && !isMoreStored && !more && !isEmpty && <p className={styles.end}>{words.end}</p>}
    </section>
  );
}
