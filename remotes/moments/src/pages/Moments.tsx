// The page at /moments: everybody's moments, or those of the people one follows.
import { useAsk } from '@amber/client/ask';
import type { Session } from '@amber/client/bus';
import { api } from '@amber/client/engine';
import { useLandmark } from '@amber/client/landmark';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { Chips } from '@amber/ui/Chips';
import { EmptyState } from '@amber/ui/EmptyState';
import { PersonAddIcon } from '@amber/ui/moreIcons';
import { Page } from '@amber/ui/Page';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Feed } from '../feed/Feed.tsx';
import { useUnseen } from '../news/news.ts';
import { places } from '../places.ts';
import { PostBox } from '../writing/PostBox.tsx';
import { type Feed as FeedState, useMemberFeed, useVisitorFeed } from '../feed/useFeed.ts';
import { words } from '../words/gen/moments.ts';
import { words as news } from '../words/gen/news.ts';

/** Without a session it is read-only. */
export function Moments() {
  const session = useSession();
  const [search] = useSearchParams();
  const shown = search.get('feed') === 'following' ? 'following' : 'everybody';
  return session ? <OfMember key={shown} session={session} shown={shown} /> : <OfVisitor />;
}

function OfMember({ session, shown }: { session: Session; shown: 'everybody' | 'following' }) {
  const navigate = useNavigate();
  const feed = useMemberFeed(shown, session.identifier);
  const unseen = useUnseen();
  return (
    <Page
      title={words.moments}
      lead={words.lead}
      Landmark={useLandmark()}
      actions={
        <ButtonLink to={places.news()}>
          {unseen > 0 ? `${news.open} · ${news.unseen({ count: unseen })}` : news.open}
        </ButtonLink>
      }
    >
      <PostBox session={session} />
      <Chips
        label={words.which}
        value={shown}
        choices={[
          { value: 'everybody', label: words.everybody },
          { value: 'following', label: words.following },
        ]}
        onChange={(next) =>
          void navigate(next === 'following' ? places.following() : places.moments(), { replace: true })
        }
      />
      {shown === 'following' ? (
        <Following feed={feed} session={session} />
      ) : (
        <Feed name={shown} feed={feed} session={session} empty={{ title: words.none, text: words.noneHint }} />
      )}
    </Page>
  );
}

/** One's own are among them; whoever follows nobody is told so above these. */
function Following({ feed, session }: { feed: FeedState; session: Session }) {
  const { identifier } = session;
  const isMineAlone = feed.status === 'ready' && feed.blogs.every(({ user }) => user?.identifier === identifier);
  // Only the gateway knows: those whom one follows may have posted nothing.
  const [asked] = useAsk(
    async () => (isMineAlone ? (await api.circle.getUserInfo({ identifier })).follows : null),
    [identifier, isMineAlone],
  );
  const follows = asked.status === 'ready' ? asked.answer : null;
  const followsNobody = isMineAlone && follows === 0;
  const quiet = { title: words.quietFollowing, text: words.quietFollowingHint };
  // Until it is known, nothing is shown that would move.
  const isUnknown = isMineAlone && follows === null && asked.status !== 'error';
  const shown = isUnknown ? { ...feed, status: 'loading' as const, blogs: [] } : feed;
  return (
    <>
      {followsNobody && (
        <EmptyState
          Icon={PersonAddIcon}
          title={words.noneFollowing}
          text={words.noneFollowingHint}
          action={
            <ButtonLink look="primary" to={paths.newContacts()}>
              {words.findPeople}
            </ButtonLink>
          }
        />
      )}
      <Feed name="following" feed={shown} session={session} empty={followsNobody ? null : quiet} />
    </>
  );
}

function OfVisitor() {
  const feed = useVisitorFeed('');
  return (
    <Page
      title={words.moments}
      lead={words.lead}
      Landmark={useLandmark()}
      actions={
        <ButtonLink look="primary" to={paths.loginAndBack({ from: paths.moments() })}>
          {words.signIn}
        </ButtonLink>
      }
    >
      <Feed name="visitor" feed={feed} session={null} empty={{ title: words.none, text: words.noneVisitor }} />
    </Page>
  );
}
