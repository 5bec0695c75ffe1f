// The page at /moments/:blogId: one moment with its comments.
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import { useLandmark } from '@amber/client/landmark';
import { useLive, useRemarks } from '@amber/client/live';
import { readFeeds } from '@amber/client/moments';
import { sentenceOf } from '@amber/client/sentenceOf';
import { useSession } from '@amber/client/session';
import { BackLink } from '@amber/ui/BackLink';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { MomentsIcon } from '@amber/ui/moreIcons';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { useNow } from '@amber/ui/useNow';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Comments } from '../comments/Comments.tsx';
import { MomentCard } from '../card/MomentCard.tsx';
import { places } from '../places.ts';
import { redrawEvery } from '../card/since.ts';
import { words } from '../words/gen/moment.ts';
import { words as strings } from '../words/gen/moments.ts';

/** For visitors, too. What is stored of it is shown until the gateway answers. */
export function MomentPage({ blogId }: { blogId: string }) {
  const session = useSession();
  const navigate = useNavigate();
  const [asked, again] = useAsk(() => api.circle.getBlog({ blogId }), [blogId, session?.identifier]);
  const live = useLive(
    async (db) => {
      const rows = await readFeeds(db);
      return rows.flatMap(({ list }) => list).find((one) => one.blogId === blogId);
    },
    [blogId],
  );
  const [more, setMore] = useState(0);
  const stored = live.status === 'ready' ? live.rows : undefined;
  const isGone = asked.status === 'error' && asked.fault.code === 'NO_AUTH';
  // A like shows in what is stored at once.
  const answered = asked.status === 'ready' ? asked.answer.blog : undefined;
  const found = isGone ? undefined : (stored ?? answered);
  // What is stored may have been counted long ago.
  const blog = found && answered ? { ...found, comments: Math.max(0, answered.comments + more) } : found;
  const remark = useRemarks().get(blog?.user?.identifier ?? '');
  const name = remark || blog?.user?.lastName || strings.someone;
  const me = session?.identifier ?? '';
  const now = useNow(redrawEvery);
  return (
    <Page
      title={blog ? words.title({ name }) : words.titleUnknown}
      before={<BackLink to={places.moments()} label={strings.back} />}
      Landmark={useLandmark()}
    >
      {isGone && (
        <EmptyState
          Icon={MomentsIcon}
          title={words.gone}
          text={words.goneHint}
          action={<ButtonLink to={places.moments()}>{strings.moments}</ButtonLink>}
        />
      )}
      {!blog && asked.status === 'loading' && <Skeleton rows={3} />}
      {!blog && asked.status === 'error' && !isGone && (
        <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={again} />
      )}
      {blog && (
        <>
          <MomentCard
            blog={blog}
            remark={remark}
            now={now}
            me={me}
            onChange={(change) => {
              if (change === 'removed') return void navigate(places.moments(), { replace: true });
              setMore(0);
              again();
            }}
          />
          <Comments blog={blog} session={session} onCount={(by) => setMore((now) => now + by)} />
        </>
      )}
    </Page>
  );
}
