// A list of moments: what is new, what waits, what there is, and how it goes on.
import type { Session } from '@amber/client/bus';
import { useRemarks } from '@amber/client/live';
import { whenIdle } from '@amber/client/remote';
import { sentenceOf } from '@amber/client/sentenceOf';
import { limits } from '@amber/proto/limits';
import { EmptyState } from '@amber/ui/EmptyState';
import { MomentsIcon } from '@amber/ui/moreIcons';
import { Notice } from '@amber/ui/Notice';
import { PageEnd } from '@amber/ui/PageEnd';
import { Skeleton } from '@amber/ui/Skeleton';
import { useNow } from '@amber/ui/useNow';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { grouped, type Groups } from './groups.ts';
import { heightOf, placeOf, scrollerOf, useKeptPlace } from './keepPlace.ts';
import { MomentCard } from '../card/MomentCard.tsx';
import { redrawEvery } from '../card/since.ts';
import type { Feed as FeedState } from './useFeed.ts';
import { WaitingCard } from '../card/WaitingCard.tsx';
import { words } from '../words/gen/moments.ts';
import styles from './Feed.module.css';

interface FeedProps {
  /** Under which its place is kept. */
  name: string;
  feed: FeedState;
  session: Session | null;
  /** Null where the page says it. */
  empty: { title: string; text: string } | null;
}

/** Moments of the first picture; a page follows at once, and those further down when the reader comes near them. */
const drawnAtFirst = 6;

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
  const [drawn, setDrawn] = useState(drawnAtFirst);
  useEffect(() => {
    if (status === 'ready') void whenIdle().then(() => setDrawn((now) => Math.max(now, limits.momentsPage)));
  }, [status]);
  // What was at the top when the feed was left is drawn, and some below it.
  const left = blogs.findIndex(({ blogId }) => blogId === placeOf(name)) + 1;
  const most = Math.max(drawn, left > 0 ? left + drawnAtFirst : 0);
  const [groups] = useState<Groups>(() => new Map());
  const isMoreStored = blogs.length > most;
  const goOn = () => {
    setDrawn(most + limits.momentsPage);
    if (more && blogs.length <= most + limits.momentsPage) feed.loadMore();
  };
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
      {grouped(blogs.slice(0, most), groups).map(({ key, items }) => (
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
      {status === 'loading' && <Skeleton rows={4} />}
      {fault && (status === 'error' || !isOffline) && (
        <Notice sentence={sentenceOf(fault)} code={fault.code} onRetry={feed.retry} />
      )}
      {status === 'ready' && (isMoreStored || (more && !fault)) && <PageEnd key={`${most} ${next}`} onReached={goOn} />}
      {status === 'ready' && !isMoreStored && !more && !isEmpty && <p className={styles.end}>{words.end}</p>}
    </section>
  );
}
