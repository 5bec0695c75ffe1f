// The details of the conversation that the URL names.
import { useLive } from '@amber/client/live';
import { lazyScreen } from '@amber/client/remote';
import { loadShared } from '@amber/ui/loadShared';
import { Skeleton } from '@amber/ui/Skeleton';
import { Suspense } from 'react';

const DetailPanel = lazyScreen(
  async () => (await loadShared('DetailPanel', () => import('./DetailPanel.tsx'))).DetailPanel,
);

/** Renders the panel once the conversation is read from the local database; nothing if it is not there. */
export function ConversationDetails({ conversationId, me }: { conversationId: string; me: string }) {
  const live = useLive((db) => db.conversations.get(conversationId), [conversationId]);
  if (live.status === 'loading') return <Skeleton rows={6} />;
  if (live.status !== 'ready' || !live.rows) return null;
  return (
    <Suspense fallback={<Skeleton rows={6} />}>
      <DetailPanel conversation={live.rows} me={me} />
    </Suspense>
  );
}
