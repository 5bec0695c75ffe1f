// Opens the chat with a bot that a link names.
import { useQuery } from '@amber/client/useQuery';
import { engine } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { BackLink } from '@amber/ui/BackLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { AiIcon } from '@amber/ui/moreIcons';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { Navigate } from 'react-router-dom';
import { words } from './words/gen/ai.ts';

/** Redirects to the chat. */
export function OpenBotChat({ aiBotId }: { aiBotId: string }) {
  const [request, refetch] = useQuery(() => engine.openRobotChat({ aiBotId }), [aiBotId]);
  if (request.status === 'ready') return <Navigate to={paths.bot({ cid: request.answer.conversationId })} replace />;
  return (
    <Page title={words.ai} before={<BackLink to={paths.ai()} label={words.back} />}>
      {request.status === 'loading' && <Skeleton rows={3} variant="lines" />}
      {request.status === 'error' &&
        (request.fault.code === 'NO_AUTH' ? (
          <EmptyState Icon={AiIcon} title={words.gone} text={words.goneHint} />
        ) : (
          <ErrorNotice message={getErrorMessage(request.fault)} code={request.fault.code} onRetry={refetch} />
        ))}
    </Page>
  );
}
