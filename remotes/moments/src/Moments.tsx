// The feed of moments, and the box to write one.
import { api } from '@amber/client/engine';
import { useLandmark } from '@amber/client/landmark';
import { useRemarks } from '@amber/client/live';
import { usePages } from '@amber/client/pages';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { sentenceOf } from '@amber/client/sentenceOf';
import type { Blog } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { EmptyState } from '@amber/ui/EmptyState';
import { MomentsIcon } from '@amber/ui/icons';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { PageEnd } from '@amber/ui/PageEnd';
import { Skeleton } from '@amber/ui/Skeleton';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { MomentCard } from './MomentCard.tsx';
import { PostBox } from './PostBox.tsx';
import { words } from './words/gen/moments.ts';
import styles from './Moments.module.css';

const minute = 60_000;

const idOf = ({ blogId }: Blog) => blogId;

async function pageAfter(after: string) {
  const { list, next } = await api.circle.getUserBlogList({ after, pageSize: limits.momentsPage });
  return { rows: list, next };
}

/** The current time; rerenders every minute. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The page at /moments. Without a session it is read-only. */
export function Moments() {
  const session = useSession();
  const [pages, loadMore, again] = usePages(pageAfter, idOf, []);
  /** Posted during this visit, latest first: shown on top, even before the feed has loaded. */
  const [mine, setMine] = useState<readonly Blog[]>([]);
  const now = useNow();
  const remarks = useRemarks();
  const blogs = [
    ...new Map([...mine, ...(pages.status === 'ready' ? pages.rows : [])].map((blog) => [idOf(blog), blog])).values(),
  ];
  const isEmpty = blogs.length === 0 && pages.status === 'ready' && !pages.more;
  return (
    <Page
      title={words.moments}
      lead={words.lead}
      Landmark={useLandmark()}
      actions={
        !session && (
          <Link className={styles.signIn} to={paths.loginAndBack({ from: paths.moments() })}>
            {words.signIn}
          </Link>
        )
      }
    >
      {session && <PostBox session={session} onPosted={(blog) => setMine((now) => [blog, ...now])} />}
      {isEmpty && (
        <EmptyState Icon={MomentsIcon} title={words.none} text={session ? words.noneHint : words.noneVisitor} />
      )}
      {blogs.length > 0 && (
        <section className={styles.feed} aria-label={words.feed}>
          {blogs.map((blog) => (
            <MomentCard key={blog.blogId} blog={blog} remark={remarks.get(blog.user?.identifier ?? '')} now={now} />
          ))}
        </section>
      )}
      {pages.status === 'loading' && <Skeleton rows={4} />}
      {pages.status === 'error' && (
        <Notice sentence={sentenceOf(pages.fault)} code={pages.fault.code} onRetry={again} />
      )}
      {pages.status === 'ready' &&
        (pages.fault ? (
          <Notice sentence={sentenceOf(pages.fault)} code={pages.fault.code} onRetry={loadMore} />
        ) : pages.more ? (
          <PageEnd key={pages.next} onReached={loadMore} />
        ) : (
          !isEmpty && <p className={styles.end}>{words.end}</p>
        ))}
    </Page>
  );
}
