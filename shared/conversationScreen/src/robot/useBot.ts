// The details of a bot, from the local database or else from the gateway.
import { useQuery } from '@amber/client/useQuery';
import { api } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import type { AiBotInfo } from '@amber/proto';

/** Returns the details, or null until they are loaded and for a deleted bot. */
export function useBot(aiBotId: string): AiBotInfo | null {
  const live = useLive((db) => db.bots.filter(({ aiBotInfo }) => aiBotInfo?.aiBotId === aiBotId).first(), [aiBotId]);
  const stored = live.status === 'ready' ? (live.rows?.aiBotInfo ?? null) : null;
  const isMissing = live.status === 'ready' && !stored;
  const [request] = useQuery(
    async () => (isMissing ? (await api.aiBot.getAiBot({ aiBotId })).aiBotInfo : null),
    [isMissing, aiBotId],
  );
  return stored ?? (request.status === 'ready' ? request.answer : null);
}
