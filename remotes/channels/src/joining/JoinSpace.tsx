// The invitation page: the space and who invites. Works without a session.
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import type { QuerySpaceDetailReply } from '@amber/proto';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { BrandMark } from '@amber/ui/brandMark';
import { CompassIcon } from '@amber/ui/icons';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { Skeleton } from '@amber/ui/Skeleton';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { JoinActions, type JoinLink } from './JoinActions.tsx';
import { SpaceProfile } from '../SpaceProfile.tsx';
import { words as strings } from '../words/gen/channels.ts';
import { useSpaceDetail } from '../useSpaceDetail.ts';
import styles from './JoinSpace.module.css';

const words = strings.join;

/** The page at /spaces/:sid/join. */
export function JoinSpace({ sid }: { sid: string }) {
  const hasFrame = Boolean(useSession()?.avatar);
  const [query] = useSearchParams();
  const link = {
    conversationId: query.get('conversationId') ?? '',
    inviterId: query.get('inviterId') ?? '',
    invitation: query.get('invitation') ?? '',
  };
  const { inviterId, invitation } = link;
  const [request, refetch] = useSpaceDetail({ sid, inviterId, invitation });
  const Landmark = hasFrame ? 'div' : 'main';
  return (
    <Landmark className={styles.page}>
      <div className={styles.card}>
        {!hasFrame && (
          <Link className={styles.brand} to={paths.landing()}>
            <BrandMark size={32} />
            {words.amber}
          </Link>
        )}
        {request.status === 'loading' && <Skeleton rows={4} variant="lines" />}
        {request.status === 'error' &&
          (request.fault.code === 'NO_AUTH' ? (
            <EmptyState
              Icon={CompassIcon}
              Title="h1"
              title={words.nowhere}
              text={words.nowhereText}
              action={
                <ButtonLink variant="primary" to={hasFrame ? paths.discover() : paths.landing()}>
                  {words.home}
                </ButtonLink>
              }
            />
          ) : (
            <ErrorNotice message={getErrorMessage(request.fault)} code={request.fault.code} onRetry={refetch} />
          ))}
        {request.status === 'ready' && <Invitation detail={request.answer} link={link} refetch={refetch} />}
      </div>
    </Landmark>
  );
}

function Invitation({
  detail,
  link,
  refetch,
}: {
  detail: QuerySpaceDetailReply;
  link: Omit<JoinLink, 'spaceId'>;
  refetch(): void;
}) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const { spaceInfo, inviter } = detail;
  const { spaceId, spaceName } = spaceInfo!;
  return (
    <SpaceProfile
      space={spaceInfo!}
      before={inviter && words.invites({ name: inviter.lastName || strings.someone })}
      name={
        <h1 className={styles.name} dir="auto">
          {spaceName}
        </h1>
      }
      actions={
        session ? (
          <JoinActions detail={detail} link={{ ...link, spaceId }} refetch={refetch} label={words.join} />
        ) : (
          <ButtonLink variant="primary" to={paths.loginAndBack({ from: pathname + search })}>
            {words.signIn}
          </ButtonLink>
        )
      }
    />
  );
}
