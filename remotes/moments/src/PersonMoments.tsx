// The page at /moments/by/:identifier: a person, and their moments.
import { useAct } from '@amber/client/act';
import { useAsk } from '@amber/client/ask';
import type { Session } from '@amber/client/bus';
import { api, engine } from '@amber/client/engine';
import { useLandmark } from '@amber/client/landmark';
import { useRemarks } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { Avatar } from '@amber/ui/Avatar';
import { BackLink } from '@amber/ui/BackLink';
import { Button } from '@amber/ui/Button';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { PersonIcon } from '@amber/ui/icons';
import { Page } from '@amber/ui/Page';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Feed } from './Feed.tsx';
import { places } from './places.ts';
import { useMemberFeed, useVisitorFeed } from './useFeed.ts';
import { words as strings } from './words/gen/moments.ts';
import { words } from './words/gen/person.ts';
import styles from './PersonMoments.module.css';

/** For visitors, too. */
export function PersonMoments({ identifier }: { identifier: string }) {
  const session = useSession();
  const remark = useRemarks().get(identifier);
  const [asked, again] = useAsk(() => api.circle.getUserInfo({ identifier }), [identifier, session?.identifier]);
  const info = asked.status === 'ready' ? asked.answer : undefined;
  const name = remark || info?.userInfo?.lastName || strings.someone;
  const isGone = asked.status === 'error' && asked.fault.code === 'NO_AUTH';
  return (
    <Page
      title={info || remark ? name : strings.moments}
      before={
        <>
          <BackLink to={places.moments()} label={strings.back} />
          <Avatar identifier={identifier} name={name} src={info?.userInfo?.avatar} size={72} />
        </>
      }
      lead={info ? words.figures({ posts: info.blogCount, followers: info.followers, follows: info.follows }) : ' '}
      Landmark={useLandmark()}
    >
      {info && (
        <div className={styles.actions}>
          {session?.identifier !== identifier && (
            <Follow identifier={identifier} following={info.following} session={session} onChange={again} />
          )}
          {session && <ButtonLink to={paths.profile({ identifier })}>{words.profile}</ButtonLink>}
        </div>
      )}
      {isGone ? (
        <EmptyState Icon={PersonIcon} title={words.gone} text={words.goneHint} />
      ) : session ? (
        <OfMember identifier={identifier} session={session} />
      ) : (
        <OfVisitor identifier={identifier} />
      )}
    </Page>
  );
}

interface FollowProps {
  identifier: string;
  following: boolean;
  session: Session | null;
  onChange(): void;
}

/** Pressed at once, and taken back when it fails. A visitor signs in first. */
function Follow({ identifier, following, session, onChange }: FollowProps) {
  const navigate = useNavigate();
  const [busy, act] = useAct();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const shown = wanted ?? following;
  const press = async () => {
    if (!session) return void navigate(paths.loginAndBack({ from: places.person({ identifier }) }));
    if (busy) return;
    setWanted(!shown);
    const done = await act(() => engine.moments({ what: 'follow', identifier, follow: !shown }));
    if (done) onChange();
    else setWanted(null);
  };
  return (
    <Button look={shown ? 'plain' : 'primary'} aria-pressed={shown} onClick={() => void press()}>
      {shown ? words.following : words.follow}
    </Button>
  );
}

const empty = () => ({ title: strings.nonePerson, text: strings.nonePersonHint });

function OfMember({ identifier, session }: { identifier: string; session: Session }) {
  const feed = useMemberFeed(`by ${identifier}`, session.identifier);
  // What waits is mine.
  const waiting = identifier === session.identifier ? feed.waiting : [];
  return <Feed name={`by ${identifier}`} feed={{ ...feed, waiting }} session={session} empty={empty()} />;
}

function OfVisitor({ identifier }: { identifier: string }) {
  return <Feed name={`by ${identifier}`} feed={useVisitorFeed(identifier)} session={null} empty={empty()} />;
}
