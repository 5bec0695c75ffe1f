// The page at /moments/:blogId: a moment with its comments.
import { useQuery } from '@amber/client/useQuery';
import { api } from '@amber/client/engine';
import { useLandmark } from '@amber/client/useLandmark';
import { useLive, useRemarks } from '@amber/client/live';
import { readFeeds } from '@amber/client/moments';
import { useSession } from '@amber/client/session';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { BackLink } from '@amber/ui/BackLink';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { MomentsIcon } from '@amber/ui/moreIcons';
import { Page } from '@amber/ui/Page';
import { useNow } from '@amber/ui/useNow';
import { displayName } from '@amber/ui/personName';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Comments } from '../comments/Comments.tsx';
import { MomentCard } from '../card/MomentCard.tsx';
import { momentPaths } from '../momentPaths.ts';
import { refreshInterval } from '../card/relativeTime.ts';
import { words } from '../words/gen/moment.ts';
import { words as strings } from '../words/gen/moments.ts';

/** Visitors can open it, too. A stored copy is shown until the gateway answers. */
export function MomentPage({ blogId }: { blogId: string }) {
  const session = useSession();
  const navigate = useNavigate();
  const [request, refetch] = useQuery(() => api.circle.getBlog({ blogId }), [blogId, session?.identifier]);
  const live = useLive(
    async (db) => {
      const rows = await readFeeds(db);
      return rows.flatMap(({ list }) => list).find((one) => one.blogId === blogId);
    },
    [blogId],
  );
  const [addedComments, setAddedComments] = useState(0);
  const stored = live.status === 'ready' ? live.rows : undefined;
  const isGone = request.status === 'error' && request.fault.code === 'NO_AUTH';
  // A like changes the stored copy at once.
  const fetched = request.status === 'ready' ? request.answer.blog : undefined;
  const found = isGone ? undefined : (stored ?? fetched);
  // The comment count of the stored copy may be old.
  const blog = found && fetched ? { ...found, comments: Math.max(0, fetched.comments + addedComments) } : found;
  const remarks = useRemarks();
  const name = displayName(blog?.user, remarks) || strings.someone;
  const me = session?.identifier ?? '';
  const now = useNow(refreshInterval);
  return (
    <Page
      title={blog ? words.title({ name }) : words.titleUnknown}
      before={<BackLink to={momentPaths.moments()} label={strings.back} />}
      Landmark={useLandmark()}
    >
      {isGone && (
        <EmptyState
          Icon={MomentsIcon}
          title={words.gone}
          text={words.goneHint}
          action={<ButtonLink to={momentPaths.moments()}>{strings.moments}</ButtonLink>}
        />
      )}
      {!blog && !isGone && <QueryStatus request={request} refetch={refetch} rows={3} />}
      {blog && (
        <>
          <MomentCard
            blog={blog}
            remark={remarks.get(blog.user?.identifier ?? '')}
            now={now}
            me={me}
            onChange={(change) => {
              if (change === 'removed') return void navigate(momentPaths.moments(), { replace: true });
              setAddedComments(0);
              refetch();
            }}
          />
          <Comments blog={blog} session={session} onCount={(by) => setAddedComments((now) => now + by)} />
        </>
      )}
    </Page>
  );
}
