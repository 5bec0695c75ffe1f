// The public page of a space.
import { paths } from '@amber/client/paths';
import { sentenceOf } from '@amber/client/sentenceOf';
import { BackLink } from '@amber/ui/BackLink';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { JoinActions } from './JoinActions.tsx';
import { SpaceFace } from '../SpaceFace.tsx';
import { SpaceTabs } from '../SpaceTabs.tsx';
import { words as strings } from '../words/gen/channels.ts';
import { useSpaceDetail } from '../useSpaceDetail.ts';

const words = strings.about;

/** The page at /channels/recommend/:sid. */
export function AboutSpace({ sid }: { sid: string }) {
  const [asked, askAgain] = useSpaceDetail({ sid });
  const title =
    asked.status === 'ready'
      ? asked.answer.spaceInfo!.spaceName
      : asked.status === 'error'
        ? words.gone
        : strings.spaces;
  return (
    <Page title={title} before={<BackLink to={paths.discover()} label={words.back} />}>
      {asked.status === 'loading' && <Skeleton rows={3} look="lines" />}
      {asked.status === 'error' && (
        <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={askAgain} />
      )}
      {asked.status === 'ready' && (
        <SpaceFace
          space={asked.answer.spaceInfo!}
          actions={
            <JoinActions
              detail={asked.answer}
              link={{ spaceId: sid, conversationId: '', inviterId: '', invitation: '' }}
              label={words.join}
              again={askAgain}
            />
          }
        />
      )}
      {asked.status === 'ready' && asked.answer.spaceInfo!.isMember && <SpaceTabs sid={sid} />}
    </Page>
  );
}
