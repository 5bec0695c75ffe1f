// The invitation page: the space and who invites. Works without a session.
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { sentenceOf } from '@amber/client/sentenceOf';
import type { QuerySpaceDetailReply } from '@amber/proto';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { BrandMark } from '@amber/ui/brandMark';
import { CompassIcon } from '@amber/ui/icons';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { JoinActions, type JoinLink } from './JoinActions.tsx';
import { SpaceFace } from '../SpaceFace.tsx';
import { words as strings } from '../words/gen/channels.ts';
import { useSpaceDetail } from '../useSpaceDetail.ts';
import styles from './JoinSpace.module.css';

const words = strings.join;

/** The page at /spaces/:sid/join. */
export function JoinSpace({ sid }: { sid: string }) {
  const isFramed = Boolean(useSession()?.avatar);
  const [query] = useSearchParams();
  const link = {
    conversationId: query.get('conversationId') ?? '',
    inviterId: query.get('inviterId') ?? '',
    invitation: query.get('invitation') ?? '',
  };
  const { inviterId, invitation } = link;
  const [asked, askAgain] = useSpaceDetail({ sid, inviterId, invitation });
  const Landmark = isFramed ? 'div' : 'main';
  return (
    <Landmark className={styles.page}>
      <div className={styles.card}>
        {!isFramed && (
          <Link className={styles.brand} to={paths.landing()}>
            <BrandMark size={32} />
            {words.amber}
          </Link>
        )}
        {asked.status === 'loading' && <Skeleton rows={4} look="lines" />}
        {asked.status === 'error' &&
          (asked.fault.code === 'NO_AUTH' ? (
            <EmptyState
              Icon={CompassIcon}
              Title="h1"
              title={words.nowhere}
              text={words.nowhereText}
              action={
                <ButtonLink look="primary" to={isFramed ? paths.discover() : paths.landing()}>
                  {words.home}
                </ButtonLink>
              }
            />
          ) : (
            <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={askAgain} />
          ))}
        {asked.status === 'ready' && <Invitation detail={asked.answer} link={link} again={askAgain} />}
      </div>
    </Landmark>
  );
}

function Invitation({
  detail,
  link,
  again,
}: {
  detail: QuerySpaceDetailReply;
  link: Omit<JoinLink, 'spaceId'>;
  again(): void;
}) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const { spaceInfo, inviter } = detail;
  const { spaceId, spaceName } = spaceInfo!;
  return (
    <SpaceFace
      space={spaceInfo!}
      before={inviter && words.invites({ name: inviter.lastName || strings.someone })}
      name={
        <h1 className={styles.name} dir="auto">
          {spaceName}
        </h1>
      }
      actions={
        session ? (
          <JoinActions detail={detail} link={{ ...link, spaceId }} again={again} label={words.join} />
        ) : (
          <ButtonLink look="primary" to={paths.loginAndBack({ from: pathname + search })}>
            {words.signIn}
          </ButtonLink>
        )
      }
    />
  );
}
