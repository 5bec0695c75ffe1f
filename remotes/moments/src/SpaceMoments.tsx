// The page at /moments/in/:sid: what is posted for the members of a space.
import { useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { BackLink } from '@amber/ui/BackLink';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { Page } from '@amber/ui/Page';
import { Feed } from './Feed.tsx';
import { places } from './places.ts';
import { PostBox } from './PostBox.tsx';
import { useMemberFeed } from './useFeed.ts';
import { words as strings } from './words/gen/moments.ts';
import { words } from './words/gen/space.ts';

/** For the members of the space alone. */
export function SpaceMoments({ sid }: { sid: string }) {
  const session = useSession();
  const live = useLive((db) => db.spaces.get(sid), [sid]);
  const name = live.status === 'ready' ? live.rows?.spaceName : undefined;
  const feed = useMemberFeed(`in ${sid}`, session?.identifier ?? '');
  return (
    <Page
      title={name ? words.title({ name }) : words.titleUnknown}
      lead={words.lead}
      before={<BackLink to={places.moments()} label={strings.back} />}
      actions={name !== undefined && <ButtonLink to={paths.space({ sid })}>{words.toSpace}</ButtonLink>}
    >
      {session && name !== undefined && <PostBox session={session} readers={{ visibility: 'space', spaceId: sid }} />}
      <Feed
        name={`in ${sid}`}
        feed={feed}
        session={session}
        empty={{ title: strings.noneSpace, text: strings.noneSpaceHint }}
      />
    </Page>
  );
}
