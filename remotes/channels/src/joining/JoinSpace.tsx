// The invitation page: the space and who invites. Works without a session.
import { useRemarks } from '@amber/client/live';
import { localizeSpace } from '@amber/client/seededNames';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { BrandMark } from '@amber/ui/brandMark';
import { CompassIcon } from '@amber/ui/icons';
import { displayName } from '@amber/ui/personName';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { storeJoinIntent } from './joinIntent.ts';
import { JoinActions, type JoinActionsProps } from './JoinActions.tsx';
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
    spaceId: sid,
    conversationId: query.get('conversationId') ?? '',
    inviterId: query.get('inviterId') ?? '',
    invitation: query.get('invitation') ?? '',
  };
  const [request, refetch] = useSpaceDetail(link);
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
        <QueryStatus
          request={request}
          refetch={refetch}
          refused={
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
          }
          rows={4}
          variant="lines"
        />
        {request.status === 'ready' && <Invitation detail={request.answer} link={link} refetch={refetch} />}
      </div>
    </Landmark>
  );
}

function Invitation({ detail, link, refetch }: Omit<JoinActionsProps, 'label'>) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const { spaceInfo, inviter } = detail;
  const remarks = useRemarks();
  return (
    <SpaceProfile
      space={spaceInfo!}
      before={inviter && words.invites({ name: displayName(inviter, remarks) || strings.someone })}
      name={
        <h1 className={styles.name} dir="auto">
          {localizeSpace(spaceInfo!).spaceName}
        </h1>
      }
      actions={
        session ? (
          <JoinActions detail={detail} link={link} refetch={refetch} label={words.join} />
        ) : (
          <ButtonLink
            variant="primary"
            to={paths.loginAndBack({ from: pathname + search })}
            onClick={() => storeJoinIntent(link)}
          >
            {words.signIn}
          </ButtonLink>
        )
      }
    />
  );
}
