// The public page of a space.
import { paths } from '@amber/client/paths';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { BackLink } from '@amber/ui/BackLink';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { JoinActions } from './JoinActions.tsx';
import { SpaceProfile } from '../SpaceProfile.tsx';
import { SpaceTabs } from '../SpaceTabs.tsx';
import { words as strings } from '../words/gen/channels.ts';
import { useSpaceDetail } from '../useSpaceDetail.ts';

const words = strings.about;

/** The page at /channels/recommend/:sid. */
export function AboutSpace({ sid }: { sid: string }) {
  const [request, refetch] = useSpaceDetail({ sid });
  const title =
    request.status === 'ready'
      ? request.answer.spaceInfo!.spaceName
      : request.status === 'error'
        ? words.gone
        : strings.spaces;
  return (
    <Page title={title} before={<BackLink to={paths.discover()} label={words.back} />}>
      {request.status === 'loading' && <Skeleton rows={3} variant="lines" />}
      {request.status === 'error' && (
        <ErrorNotice message={getErrorMessage(request.fault)} code={request.fault.code} onRetry={refetch} />
      )}
      {request.status === 'ready' && (
        <SpaceProfile
          space={request.answer.spaceInfo!}
          actions={
            <JoinActions
              detail={request.answer}
              link={{ spaceId: sid, conversationId: '', inviterId: '', invitation: '' }}
              label={words.join}
              refetch={refetch}
            />
          }
        />
      )}
      {request.status === 'ready' && request.answer.spaceInfo!.isMember && <SpaceTabs sid={sid} />}
    </Page>
  );
}
