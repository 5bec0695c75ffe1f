// The details of the conversation that the address names.
import { useLive } from '@amber/client/live';
import { Skeleton } from '@amber/ui/Skeleton';
import { DetailPanel } from './DetailPanel.tsx';

/** The panel, once the conversation is read from this device; nothing for one that is not here. */
export function OpenDetails({ conversationId, me }: { conversationId: string; me: string }) {
  const live = useLive((db) => db.conversations.get(conversationId), [conversationId]);
  if (live.status === 'loading') return <Skeleton rows={6} />;
  return live.status === 'ready' && live.rows ? <DetailPanel conversation={live.rows} me={me} /> : null;
}
