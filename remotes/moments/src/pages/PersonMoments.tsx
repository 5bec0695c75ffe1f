// A person's moments: the page at /moments/by/:identifier, and the tab of a profile.
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import type { Session } from '@amber/client/bus';
import { api, engine } from '@amber/client/engine';
import { useLandmark } from '@amber/client/useLandmark';
import { useRemarks } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import type { TabProps } from '@amber/client/remote';
import { useSession } from '@amber/client/session';
import type { GetCircleUserReply } from '@amber/proto';
import { Avatar } from '@amber/ui/Avatar';
import { BackLink } from '@amber/ui/BackLink';
import { Button } from '@amber/ui/Button';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { PersonIcon } from '@amber/ui/icons';
import { Page } from '@amber/ui/Page';
import { personName } from '@amber/ui/personName';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Feed } from '../feed/Feed.tsx';
import { HiddenNote } from './HiddenNote.tsx';
import { momentPaths } from '../momentPaths.ts';
import { PostBox } from '../writing/PostBox.tsx';
import { useMemberFeed, useVisitorFeed } from '../feed/useFeed.ts';
import { words as strings } from '../words/gen/moments.ts';
import { words } from '../words/gen/person.ts';
import styles from './PersonMoments.module.css';

/** Returns the gateway's profile of a person, and my name for them. */
function usePerson(identifier: string) {
  const session = useSession();
  const remark = useRemarks().get(identifier);
  const [request, refetch] = useQuery(() => api.circle.getUserInfo({ identifier }), [identifier, session?.identifier]);
  return { session, remark, request, refetch, info: request.status === 'ready' ? request.answer : undefined };
}

const figuresOf = ({ blogCount: posts, followers, follows }: GetCircleUserReply) =>
  words.figures({ posts, followers, follows });

/** Visitors can open it, too. */
export function PersonMoments({ identifier }: { identifier: string }) {
  const { session, remark, request, refetch, info } = usePerson(identifier);
  const name = remark || personName(info?.userInfo?.lastName ?? '') || strings.someone;
  const isGone = request.status === 'error' && request.fault.code === 'NO_AUTH';
  return (
    <Page
      title={info || remark ? name : strings.moments}
      before={
        <>
          <BackLink to={momentPaths.moments()} label={strings.back} />
          {!isGone && <Avatar identifier={identifier} name={name} src={info?.userInfo?.avatar} size={72} />}
        </>
      }
      lead={info ? figuresOf(info) : ' '}
      Landmark={useLandmark()}
    >
      {info && (
        <div className={styles.actions}>
          {session?.identifier !== identifier && (
            <Follow identifier={identifier} following={info.following} session={session} onChange={refetch} />
          )}
          {session && <ButtonLink to={paths.profile({ identifier })}>{words.profile}</ButtonLink>}
        </div>
      )}
      {session && info && session.identifier !== identifier && <HiddenNote identifier={identifier} />}
      {isGone ? (
        <EmptyState Icon={PersonIcon} title={words.gone} text={words.goneHint} />
      ) : session ? (
        <MemberFeed name={`by ${identifier}`} identifier={identifier} session={session} />
      ) : (
        <VisitorFeed identifier={identifier} />
      )}
    </Page>
  );
}

/** The tab of a profile, which only members see. */
export function PersonTab({ of: identifier }: TabProps) {
  const { session, refetch, info } = usePerson(identifier);
  if (!session) return null;
  const isMe = session.identifier === identifier;
  return (
    <div className={styles.tab}>
      {isMe ? (
        <PostBox session={session} />
      ) : (
        <div className={styles.summary}>
          <p className={styles.figures}>{info ? figuresOf(info) : ' '}</p>
          {info && (
            <Follow
              variant="plain"
              identifier={identifier}
              following={info.following}
              session={session}
              onChange={refetch}
            />
          )}
        </div>
      )}
      {!isMe && <HiddenNote identifier={identifier} />}
      <MemberFeed name={`profile ${identifier}`} identifier={identifier} session={session} />
    </div>
  );
}

interface FollowProps {
  identifier: string;
  following: boolean;
  session: Session | null;
  /** For pages where following is not the main action. */
  variant?: 'plain';
  onChange(): void;
}

/** Optimistic: the button changes at once, and reverts when the call fails. Visitors sign in first. */
function Follow({ identifier, following, session, variant, onChange }: FollowProps) {
  const navigate = useNavigate();
  const [busy, act] = useAction();
  const [optimistic, setOptimistic] = useState<boolean | null>(null);
  const shown = optimistic ?? following;
  const toggle = async () => {
    if (!session) return void navigate(paths.loginAndBack({ from: momentPaths.person({ identifier }) }));
    if (busy) return;
    setOptimistic(!shown);
    const done = await act(() => engine.moments({ what: 'follow', identifier, follow: !shown }));
    if (done) onChange();
    else setOptimistic(null);
  };
  return (
    <Button variant={variant ?? (shown ? 'plain' : 'primary')} aria-pressed={shown} onClick={() => void toggle()}>
      {shown ? words.following : words.follow}
    </Button>
  );
}

const empty = () => ({ title: strings.nonePerson, text: strings.nonePersonHint });

/** `name` is the key of the scroll position. */
function MemberFeed({ name, identifier, session }: { name: string; identifier: string; session: Session }) {
  const feed = useMemberFeed(`by ${identifier}`, session.identifier);
  // Pending moments are always my own.
  const waiting = identifier === session.identifier ? feed.waiting : [];
  return <Feed name={name} feed={{ ...feed, waiting }} session={session} empty={empty()} />;
}

function VisitorFeed({ identifier }: { identifier: string }) {
  return <Feed name={`by ${identifier}`} feed={useVisitorFeed(identifier)} session={null} empty={empty()} />;
}
