// Opens the chat with a bot that a link names.
import { useQuery } from '@amber/client/useQuery';
import { engine } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { BackLink } from '@amber/ui/BackLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { AiIcon } from '@amber/ui/moreIcons';
import { Page } from '@amber/ui/Page';
import { Navigate } from 'react-router-dom';
import { words } from './words/gen/ai.ts';

/** Redirects to the chat. */
export function OpenBotChat({ aiBotId }: { aiBotId: string }) {
  const [request, refetch] = useQuery(() => engine.openRobotChat({ aiBotId }), [aiBotId]);
  if (request.status === 'ready') return <Navigate to={paths.bot({ cid: request.answer.conversationId })} replace />;
  return (
    <Page title={words.ai} before={<BackLink to={paths.ai()} label={words.back} />}>
      <QueryStatus
        request={request}
        refetch={refetch}
        refused={<EmptyState Icon={AiIcon} title={words.gone} text={words.goneHint} />}
        rows={3}
        variant="lines"
      />
    </Page>
  );
}
