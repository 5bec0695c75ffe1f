// The page at /moments: everybody's moments, or those of the people one follows.
import type { Session } from '@amber/client/bus';
import { useLandmark } from '@amber/client/landmark';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { Chips } from '@amber/ui/Chips';
import { Page } from '@amber/ui/Page';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Feed } from './Feed.tsx';
import { useUnseen } from './news.ts';
import { places } from './places.ts';
import { PostBox } from './PostBox.tsx';
import { useMemberFeed, useVisitorFeed } from './useFeed.ts';
import { words } from './words/gen/moments.ts';
import { words as news } from './words/gen/news.ts';

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
  const empty =
    shown === 'following'
      ? { title: words.noneFollowing, text: words.noneFollowingHint }
      : { title: words.none, text: words.noneHint };
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
      <Feed name={shown} feed={feed} session={session} empty={empty} />
    </Page>
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
