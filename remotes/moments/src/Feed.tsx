// A list of moments: what is new, what waits, what there is, and how it goes on.
import type { Session } from '@amber/client/bus';
import { useRemarks } from '@amber/client/live';
import { sentenceOf } from '@amber/client/sentenceOf';
import { EmptyState } from '@amber/ui/EmptyState';
import { MomentsIcon } from '@amber/ui/moreIcons';
import { Notice } from '@amber/ui/Notice';
import { PageEnd } from '@amber/ui/PageEnd';
import { Skeleton } from '@amber/ui/Skeleton';
import { useNow } from '@amber/ui/useNow';
import { type KeyboardEvent, useRef } from 'react';
import { scrollerOf, useKeptPlace } from './keepPlace.ts';
import { MomentCard } from './MomentCard.tsx';
import { redrawEvery } from './since.ts';
import type { Feed as FeedState } from './useFeed.ts';
import { WaitingCard } from './WaitingCard.tsx';
import { words } from './words/gen/moments.ts';
import styles from './Feed.module.css';

interface FeedProps {
  /** Under which its place is kept. */
  name: string;
  feed: FeedState;
  session: Session | null;
  empty: { title: string; text: string };
}

/** Page Up and Page Down go from one moment to the next while one of them has the focus. */
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
  const now = useNow(redrawEvery);
  const remarks = useRemarks();
  const section = useRef<HTMLElement>(null);
  const isEmpty = status === 'ready' && blogs.length + waiting.length === 0 && !more;
  useKeptPlace(name, section, status === 'ready');
  const showFresh = () => {
    feed.showFresh();
    const scroller = scrollerOf(section.current);
    if (scroller) scroller.scrollTop = 0;
    section.current?.focus({ preventScroll: true });
  };
  // A visitor has nothing stored to read meanwhile.
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
      {blogs.map((blog) => (
        <MomentCard key={blog.blogId} blog={blog} remark={remarks.get(blog.user?.identifier ?? '')} now={now} me={me} />
      ))}
      {isEmpty && <EmptyState Icon={MomentsIcon} {...empty} />}
      {status === 'loading' && <Skeleton rows={4} />}
      {fault && (status === 'error' || !isOffline) && (
        <Notice sentence={sentenceOf(fault)} code={fault.code} onRetry={feed.retry} />
      )}
      {status === 'ready' && more && !fault && <PageEnd key={next} onReached={feed.loadMore} />}
      {status === 'ready' && !more && !isEmpty && <p className={styles.end}>{words.end}</p>}
    </section>
  );
}
