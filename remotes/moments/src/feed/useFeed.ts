// The moments of a feed on screen: the device's own rows where somebody is signed in, the gateway's pages for a visitor.
import { api, engine, engineState$ } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { type FeedName, readFeed, readWaiting, type WaitingMoment } from '@amber/client/moments';
import { usePages } from '@amber/client/pages';
import type { Blog } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { useEffect, useRef, useState } from 'react';
import { defer, distinctUntilChanged, filter, fromEvent, interval, map, merge, scan } from 'rxjs';
import { arranged, type Place } from './arranged.ts';
import { createUnchanged } from './unchanged.ts';

/** How often an open feed asks for what is new. */
const askEvery = 60_000;

export interface Feed {
  status: 'loading' | 'ready' | 'error';
  blogs: readonly Blog[];
  /** Mine that are not posted yet, newest first. */
  waiting: readonly WaitingMoment[];
  /** How many newer ones `showFresh` would show. */
  fresh: number;
  showFresh(): void;
  more: boolean;
  /** Changes when a page has come. */
  next: string;
  loadMore(): void;
  /** Why the last answer did not come. */
  fault: Fault | null;
  retry(): void;
}

/** The newest moment that was shown in each feed: kept while one is elsewhere. */
const tops = new Map<string, Place>();

const none: readonly never[] = [];

/** When the connection is back; its state at first is no news. */
const backOnline$ = engineState$.pipe(
  map((state) => state?.connection.status === 'open'),
  distinctUntilChanged(),
  scan(({ changes }, open) => ({ open, changes: changes + 1 }), { open: false, changes: 0 }),
  filter(({ open, changes }) => open && changes > 1),
);

/** When an open feed may have something new. */
const news$ = defer(() => merge(interval(askEvery), fromEvent(document, 'visibilitychange'), backOnline$)).pipe(
  filter(() => document.visibilityState === 'visible'),
);

/** Of somebody signed in: first what is stored, then what is new. */
export function useMemberFeed(feed: FeedName, me: string): Feed {
  const [unchanged] = useState(createUnchanged);
  const live = useLive(
    async (db) => {
      const row = await readFeed(db, feed);
      return { row: row && { ...row, list: unchanged(row.list) }, waiting: await readWaiting(db) };
    },
    [feed],
  );
  const [top, setTop] = useState<Place | null>(tops.get(feed) ?? null);
  const [fault, setFault] = useState<Fault | null>(null);
  const older = useRef(false);
  const ask = useRef((what: 'refresh' | 'older') =>
    engine.moments({ what, feed }).then(
      () => setFault(null),
      (thrown: unknown) => setFault(Fault.of(thrown)),
    ),
  );
  useEffect(() => {
    void ask.current('refresh');
    const asking = news$.subscribe(() => void ask.current('refresh'));
    return () => asking.unsubscribe();
  }, []);

  const { row, waiting = none } = live.status === 'ready' ? live.rows : {};
  const newest = row?.list[0];
  const { shown, fresh } = arranged(row?.list ?? none, top, me);
  // The first moments that come, and those of a feed that began anew, are what the reader has seen.
  const seen = !top || (fresh === 0 && shown[0] === newest) ? newest : undefined;
  if (seen && seen.blogId !== top?.blogId) setTop({ time: seen.time, blogId: seen.blogId });
  useEffect(() => {
    if (top) tops.set(feed, top);
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
      if (older.current) return;
      older.current = true;
      void ask.current('older').finally(() => {
        older.current = false;
      });
    },
    fault: fault ?? (live.status === 'error' ? new Fault('STORAGE') : null),
    retry: () => void ask.current('refresh'),
  };
}

/** Of a visitor: nothing is stored. */
export function useVisitorFeed(identifier: string): Feed {
  const [pages, loadMore, again] = usePages(
    async (after) => {
      const { list, next } = await api.circle.getUserBlogList({ identifier, after, pageSize: limits.momentsPage });
      return { rows: list, next };
    },
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
    more: ready?.more ?? false,
    next: ready?.next ?? '',
    loadMore,
    fault: ready?.fault ?? (pages.status === 'error' ? pages.fault : null),
    retry: ready ? loadMore : again,
  };
}
