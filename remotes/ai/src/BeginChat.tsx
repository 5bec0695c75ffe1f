// Opens the chat with a bot that there is a link to.
import { useAsk } from '@amber/client/ask';
import { engine } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { sentenceOf } from '@amber/client/sentenceOf';
import { BackLink } from '@amber/ui/BackLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { AiIcon } from '@amber/ui/moreIcons';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { Navigate } from 'react-router-dom';
import { words } from './words/gen/ai.ts';

/** Leads on to the chat. */
export function BeginChat({ aiBotId }: { aiBotId: string }) {
  const [asked, again] = useAsk(() => engine.openRobotChat({ aiBotId }), [aiBotId]);
  if (asked.status === 'ready') return <Navigate to={paths.bot({ cid: asked.answer.conversationId })} replace />;
  return (
    <Page title={words.ai} before={<BackLink to={paths.ai()} label={words.back} />}>
      {asked.status === 'loading' && <Skeleton rows={3} look="lines" />}
      {asked.status === 'error' &&
        (asked.fault.code === 'NO_AUTH' ? (
          <EmptyState Icon={AiIcon} title={words.gone} text={words.goneHint} />
        ) : (
          <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={again} />
        ))}
    </Page>
  );
}
