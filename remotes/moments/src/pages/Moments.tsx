// The page at /moments: everybody's moments, or those of people whom I follow.
import { useQuery } from '@amber/client/useQuery';
import type { Session } from '@amber/client/bus';
import { api } from '@amber/client/engine';
import { useLandmark } from '@amber/client/useLandmark';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { Chips } from '@amber/ui/Chips';
import { EmptyState } from '@amber/ui/EmptyState';
import { PersonAddIcon } from '@amber/ui/moreIcons';
import { Page } from '@amber/ui/Page';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Feed } from '../feed/Feed.tsx';
import { useUnseenCount } from '../news/notifications.ts';
import { momentPaths } from '../momentPaths.ts';
import { PostBox } from '../writing/PostBox.tsx';
import { type Feed as FeedState, useMemberFeed, useVisitorFeed } from '../feed/useFeed.ts';
import { words } from '../words/gen/moments.ts';
import { words as news } from '../words/gen/news.ts';

/** Read-only without a session. */
export function Moments() {
  const session = useSession();
  const [search] = useSearchParams();
  const feedName = search.get('feed') === 'following' ? 'following' : 'everybody';
  return session ? <MemberFeed key={feedName} session={session} feedName={feedName} /> : <VisitorFeed />;
}

const FeedPage = ({ action, children }: { action: ReactNode; children: ReactNode }) => (
  <Page title={words.moments} lead={words.lead} Landmark={useLandmark()} actions={action}>
    {children}
  </Page>
);

function MemberFeed({ session, feedName }: { session: Session; feedName: 'everybody' | 'following' }) {
  const navigate = useNavigate();
  const feed = useMemberFeed(feedName, session.identifier);
  const unseen = useUnseenCount();
  return (
    <FeedPage
      action={
        <ButtonLink to={momentPaths.notifications()}>
          {unseen > 0 ? `${news.open} · ${news.unseen({ count: unseen })}` : news.open}
        </ButtonLink>
      }
    >
      <PostBox session={session} />
      <Chips
        label={words.which}
        value={feedName}
        choices={[
          { value: 'everybody', label: words.everybody },
          { value: 'following', label: words.following },
        ]}
        onChange={(next) =>
          void navigate(next === 'following' ? momentPaths.following() : momentPaths.moments(), { replace: true })
        }
      />
      {feedName === 'following' ? (
        <Following feed={feed} session={session} />
      ) : (
        <Feed name={feedName} feed={feed} session={session} empty={{ title: words.none, text: words.noneHint }} />
      )}
    </FeedPage>
  );
}

/** The feed includes my own moments. A person who follows nobody sees a hint above them. */
function Following({ feed, session }: { feed: FeedState; session: Session }) {
  const { identifier } = session;
  const isMineAlone = feed.status === 'ready' && feed.blogs.every(({ user }) => user?.identifier === identifier);
  // Only the gateway knows the number, because the people I follow may have posted nothing.
  const [request] = useQuery(
    async () => (isMineAlone ? (await api.circle.getUserInfo({ identifier })).follows : null),
    [identifier, isMineAlone],
  );
  const follows = request.status === 'ready' ? request.answer : null;
  const followsNobody = isMineAlone && follows === 0;
  const quiet = { title: words.quietFollowing, text: words.quietFollowingHint };
  // Until the number is known, nothing is rendered that would shift.
  const isUnknown = isMineAlone && follows === null && request.status !== 'error';
  const shown = isUnknown ? { ...feed, status: 'loading' as const, blogs: [] } : feed;
  return (
    <>
      {followsNobody && (
        <EmptyState
          Icon={PersonAddIcon}
          title={words.noneFollowing}
          text={words.noneFollowingHint}
          action={
            <ButtonLink variant="primary" to={paths.newContacts()}>
              {words.findPeople}
            </ButtonLink>
          }
        />
      )}
      <Feed name="following" feed={shown} session={session} empty={followsNobody ? null : quiet} />
    </>
  );
}

function VisitorFeed() {
  const feed = useVisitorFeed('');
  return (
    <FeedPage
      action={
        <ButtonLink variant="primary" to={paths.loginAndBack({ from: paths.moments() })}>
          {words.signIn}
        </ButtonLink>
      }
    >
      <Feed name="visitor" feed={feed} session={null} empty={{ title: words.none, text: words.noneVisitor }} />
    </FeedPage>
  );
}
