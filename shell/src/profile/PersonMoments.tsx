// What somebody has posted, the latest first.
import { useAct } from '@amber/client/act';
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import type { Blog } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { EmptyState } from '@amber/ui/EmptyState';
import { MomentsIcon } from '@amber/ui/icons';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { useState } from 'react';
import { profileStrings as words } from './profileStrings.ts';
import styles from './Profile.module.css';

/** A tab of the page. */
export function PersonMoments({ identifier }: { identifier: string }) {
  const ask = (page: number) => api.circle.getUserBlogList({ identifier, page, pageSize: limits.momentsPage });
  const [asked, again] = useAsk(() => ask(0), [identifier]);
  const [older, setOlder] = useState<{ list: Blog[]; pages: number; more: boolean } | null>(null);
  const [busy, act] = useAct();
  if (asked.status === 'loading') return <Skeleton rows={3} look="lines" />;
  if (asked.status === 'error') return <Notice sentence={asked.fault.message} code={asked.fault.code} onRetry={again} />;
  const { list, more } = asked.answer;
  if (list.length === 0) return <EmptyState Icon={MomentsIcon} title={words.noMoments} text={words.noMomentsText} />;

  const showOlder = () => act(async () => {
    const pages = older?.pages ?? 1;
    const next = await ask(pages);
    setOlder({ list: [...older?.list ?? [], ...next.list], pages: pages + 1, more: next.more });
  });
  // What was posted meanwhile pushes rows on to the next page that are here already.
  const all = new Map([...list, ...older?.list ?? []].map((blog) => [blog.blogId, blog]));
  return (
    <>
      <ul className={styles.moments}>
        {[...all.values()].map(({ blogId, text, time }) => (
          <li key={blogId} className={styles.moment}>
            <time className={styles.time} dateTime={new Date(time).toISOString()}>{words.at(time)}</time>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
      {(older?.more ?? more) && <Button busy={busy} onClick={() => void showOlder()}>{words.olderMoments}</Button>}
    </>
  );
}
