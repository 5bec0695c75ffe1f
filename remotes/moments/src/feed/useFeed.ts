// The moments of a feed on screen: the device's rows for a signed-in person, the gateway's pages for a visitor.
import { api, engine } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { type FeedName, readFeed, readPendingMoments, type PendingMoment } from '@amber/client/moments';
import { usePaginatedQuery } from '@amber/client/usePaginatedQuery';
import { useSubscription } from '@amber/client/useSubscription';
import { useConnected } from '@amber/conversation-screen/useConnected';
import type { Blog } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { useEffect, useRef, useState } from 'react';
import { defer, filter, fromEvent, interval, merge } from 'rxjs';
import { splitFeed, type FeedPosition } from './splitFeed.ts';
import { createRowReuser } from './rowReuser.ts';

/** Milliseconds between two polls of an open feed. */
const pollInterval = 60_000;

export interface Feed {
  status: 'loading' | 'ready' | 'error';
  blogs: readonly Blog[];
  /** My moments that are not posted yet, newest first. */
  waiting: readonly PendingMoment[];
  /** The number of newer moments that `showFresh` would show. */
  fresh: number;
  showFresh(): void;
  more: boolean;
  /** Changes when a page has loaded. */
  next: string;
  loadMore(): void;
  /** Why the last request failed. */
  fault: Fault | null;
  retry(): void;
}

/** The newest moment that was shown in each feed, which survives navigation to other pages. */
const topPositions = new Map<string, FeedPosition>();

const none: readonly never[] = [];

/** Emits when an open feed may have new moments. */
const refresh$ = defer(() => merge(interval(pollInterval), fromEvent(document, 'visibilitychange'))).pipe(
  filter(() => document.visibilityState === 'visible'),
);

/** The feed of a signed-in person: stored rows first, then updates. */
export function useMemberFeed(feed: FeedName, me: string): Feed {
  const [reuseRows] = useState(createRowReuser);
  const live = useLive(
    async (db) => {
      const row = await readFeed(db, feed);
      return { row: row && { ...row, list: reuseRows(row.list) }, waiting: await readPendingMoments(db) };
    },
    [feed],
  );
  const [top, setTop] = useState<FeedPosition | null>(topPositions.get(feed) ?? null);
  const [fault, setFault] = useState<Fault | null>(null);
  const isLoadingOlder = useRef(false);
  const load = useRef((what: 'refresh' | 'older') =>
    engine.moments({ what, feed }).then(
      () => setFault(null),
      (thrown: unknown) => setFault(Fault.of(thrown)),
    ),
  );
  useEffect(() => void load.current('refresh'), []);
  useSubscription(refresh$, () => void load.current('refresh'));
  useConnected((isFirst) => {
    if ((!isFirst || fault) && document.visibilityState === 'visible') void load.current('refresh');
  });

  const { row, waiting = none } = live.status === 'ready' ? live.rows : {};
  const newest = row?.list[0];
  const { shown, fresh } = splitFeed(row?.list ?? none, top, me);
  // The reader has seen the first moments that load, and those of a feed that was reset.
  const seen = !top || (fresh === 0 && shown[0] === newest) ? newest : undefined;
  if (seen && seen.blogId !== top?.blogId) setTop({ time: seen.time, blogId: seen.blogId });
  useEffect(() => {
    if (top) topPositions.set(feed, top);
  }, [feed, top]);
  return {
    status: row ? 'ready' : fault || live.status === 'error' ? 'error' : 'loading',
    blogs: shown,
    waiting: waiting
      .filter(({ spaceId }) => !feed.startsWith('in ') || feed === `in ${spaceId}`)
      .sort((a, b) => b.writtenAt - a.writtenAt),
    fresh,
    showFresh() {
      if (newest) setTop({ time: newest.time, blogId: newest.blogId });
    },
    more: row !== undefined && row.next !== '',
    next: row?.next ?? '',
    loadMore() {
      if (isLoadingOlder.current) return;
      isLoadingOlder.current = true;
      void load.current('older').finally(() => {
        isLoadingOlder.current = false;
      });
    },
    fault: fault ?? (live.status === 'error' ? new Fault('STORAGE') : null),
    retry: () => void load.current('refresh'),
  };
}

/** The feed of a visitor, of which nothing is stored. */
export function useVisitorFeed(identifier: string): Feed {
  const [pages, loadMore, refetch] = usePaginatedQuery(
    (after) => api.circle.getUserBlogList({ identifier, after, pageSize: limits.momentsPage }),
    ({ blogId }: Blog) => blogId,
    [identifier],
  );
  const ready = pages.status === 'ready' ? pages : undefined;
  return {
    status: pages.status,
    blogs: ready?.rows ?? none,
    waiting: none,
    fresh: 0,
    showFresh: () => undefined,
    more: ready?.hasMore ?? false,
    next: ready?.next ?? '',
    loadMore,
    fault: ready?.fault ?? (pages.status === 'error' ? pages.fault : null),
    retry: ready ? loadMore : refetch,
  };
}
