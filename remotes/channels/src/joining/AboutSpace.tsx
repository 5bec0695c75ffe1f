// The public page of a space.
import { localizeSpace } from '@amber/client/seededNames';
import { paths } from '@amber/client/paths';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { BackLink } from '@amber/ui/BackLink';
import { Page } from '@amber/ui/Page';
import { JoinActions } from './JoinActions.tsx';
import { SpaceProfile } from '../SpaceProfile.tsx';
import { SpaceTabs } from '../SpaceTabs.tsx';
import { words as strings } from '../words/gen/channels.ts';
import { useSpaceDetail } from '../useSpaceDetail.ts';

const words = strings.about;

/** The page at /channels/recommend/:sid. */
export function AboutSpace({ sid }: { sid: string }) {
  const link = { spaceId: sid, conversationId: '', inviterId: '', invitation: '' };
  const [request, refetch] = useSpaceDetail(link);
  const title =
    request.status === 'ready'
      ? localizeSpace(request.answer.spaceInfo!).spaceName
      : request.status === 'error'
        ? words.gone
        : strings.spaces;
  return (
    <Page title={title} before={<BackLink to={paths.discover()} label={words.back} />}>
      <QueryStatus request={request} refetch={refetch} rows={3} variant="lines" />
      {request.status === 'ready' && (
        <SpaceProfile
          space={request.answer.spaceInfo!}
          actions={<JoinActions detail={request.answer} link={link} label={words.join} refetch={refetch} />}
        />
      )}
      {request.status === 'ready' && request.answer.spaceInfo!.isMember && <SpaceTabs sid={sid} />}
    </Page>
  );
}
