// The feed of moments, and the box to write one.
import { useRemarks } from '@amber/client/live';
import { useSession } from '@amber/client/session';
import { EmptyState } from '@amber/ui/EmptyState';
import { MomentsIcon } from '@amber/ui/icons';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { FeedEnd } from './FeedEnd.tsx';
import { MomentCard } from './MomentCard.tsx';
import { PostBox } from './PostBox.tsx';
import { SignInLink } from './SignInLink.tsx';
import { strings } from './strings.ts';
import { useFeed } from './useFeed.ts';
import { useLandmark } from './useLandmark.ts';
import { useNow } from './useNow.ts';
import styles from './Moments.module.css';

/** The page at /moments. Without a session it is read-only. */
export function Moments() {
  const session = useSession();
  const { feed: { blogs, next, more }, fault, loadMore, add } = useFeed();
  const now = useNow();
  const remarks = useRemarks();
  const isEmpty = blogs.length === 0 && !more;
  return (
    <Page title={strings.moments} lead={strings.lead} Landmark={useLandmark()} actions={!session && <SignInLink />}>
      {session && <PostBox session={session} onPosted={add} />}
      {isEmpty && <EmptyState Icon={MomentsIcon} title={strings.none} text={session ? strings.noneHint : strings.noneVisitor} />}
      {blogs.length > 0 && (
        <section className={styles.feed} aria-label={strings.feed}>
          {blogs.map((blog) => <MomentCard key={blog.blogId} blog={blog} remark={remarks.get(blog.user?.identifier ?? '')} now={now} />)}
        </section>
      )}
      {fault
        ? <Notice sentence={fault.message} code={fault.code} onRetry={loadMore} />
        : more
          ? next === 0 ? <Skeleton rows={4} /> : <FeedEnd key={next} onReached={loadMore} />
          : !isEmpty && <p className={styles.end}>{strings.end}</p>}
    </Page>
  );
}
