// What a space says of itself, for whoever is looking for one.
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { BackLink } from '@amber/ui/BackLink';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { JoinButton } from './JoinButton.tsx';
import { SpaceFace } from './SpaceFace.tsx';
import { strings } from './strings.ts';

const words = strings.about;

/** The page at /channels/recommend/:sid. */
export function AboutSpace({ sid }: { sid: string }) {
  const [asked, askAgain] = useAsk(async () => (await api.groupChat.querySpaceDetail({ spaceId: sid })).spaceInfo!, [sid]);
  const title = asked.status === 'ready' ? asked.answer.spaceName : asked.status === 'error' ? words.gone : strings.spaces;
  return (
    <Page title={title} before={<BackLink to={paths.discover()} label={words.back} />}>
      {asked.status === 'loading' && <Skeleton rows={3} look="lines" />}
      {asked.status === 'error' && <Notice sentence={asked.fault.message} code={asked.fault.code} onRetry={askAgain} />}
      {asked.status === 'ready' && (
        <SpaceFace
          space={asked.answer}
          actions={asked.answer.isMember
            ? <ButtonLink look="primary" to={paths.space({ sid })}>{words.open}</ButtonLink>
            : !asked.answer.invitationOnly && <JoinButton spaceId={sid} label={words.join} />}
        />
      )}
    </Page>
  );
}
