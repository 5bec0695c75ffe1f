// The moments posted for the members of a space: the page at /moments/in/:sid, and the tab of a space.
import { placeName } from '@amber/client/seededNames';
import { useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import type { TabProps } from '@amber/client/remote';
import { useSession } from '@amber/client/session';
import { BackLink } from '@amber/ui/BackLink';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { Page } from '@amber/ui/Page';
import { Feed } from '../feed/Feed.tsx';
import { momentPaths } from '../momentPaths.ts';
import { PostBox } from '../writing/PostBox.tsx';
import { useMemberFeed } from '../feed/useFeed.ts';
import { words as strings } from '../words/gen/moments.ts';
import { words } from '../words/gen/space.ts';
import styles from './PersonMoments.module.css';

/** Only members of the space can see it. */
export function SpaceMoments({ sid }: { sid: string }) {
  const session = useSession();
  const live = useLive((db) => db.spaces.get(sid), [sid]);
  const space = live.status === 'ready' ? live.rows : undefined;
  const name = space && placeName(sid, space.spaceName);
  return (
    <Page
      title={name ? words.title({ name }) : words.titleUnknown}
      lead={words.lead}
      before={<BackLink to={momentPaths.moments()} label={strings.back} />}
      actions={name !== undefined && <ButtonLink to={paths.space({ sid })}>{words.toSpace}</ButtonLink>}
    >
      {session && name !== undefined && <PostBox session={session} readers={{ visibility: 'space', spaceId: sid }} />}
      <SpaceFeed name={`in ${sid}`} sid={sid} />
    </Page>
  );
}

/** The tab of a space, which only its members see. */
export function SpaceTab({ of: sid }: TabProps) {
  const session = useSession();
  return (
    <div className={styles.tab}>
      {session && <PostBox session={session} readers={{ visibility: 'space', spaceId: sid }} />}
      <SpaceFeed name={`space ${sid}`} sid={sid} />
    </div>
  );
}

/** `name` is the key of the scroll position. */
function SpaceFeed({ name, sid }: { name: string; sid: string }) {
  const session = useSession();
  const feed = useMemberFeed(`in ${sid}`, session?.identifier ?? '');
  return (
    <Feed name={name} feed={feed} session={session} empty={{ title: strings.noneSpace, text: strings.noneSpaceHint }} />
  );
}
