// The feed in a component: what has come, what went wrong, and how to go on.
import { api } from '@amber/client/engine';
import type { Blog } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import { emptyFeed, withPage, withPost } from './feed.ts';

/** Asks for the first page at once; `loadMore` for the next, or again for the one that failed. */
export function useFeed() {
  const [feed, setFeed] = useState(emptyFeed);
  const [fault, setFault] = useState<Fault | null>(null);
  const asking = useRef(false);

  const ask = useCallback((page: number) => {
    if (asking.current) return;
    asking.current = true;
    api.circle.getUserBlogList({ page, pageSize: limits.momentsPage }).then(
      (reply) => setFeed((now) => (now.next === page ? withPage(now, reply) : now)),
      (thrown: unknown) => setFault(Fault.of(thrown)),
    ).finally(() => { asking.current = false; });
  }, []);

  useEffect(() => ask(0), [ask]);

  return {
    feed,
    fault,
    loadMore: () => {
      setFault(null);
      ask(feed.next);
    },
    add: (blog: Blog) => setFeed((now) => withPost(now, blog)),
  };
}
