// Details of a bot: from this device, else from the gateway.
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import type { AiBotInfo } from '@amber/proto';

/** Null until they are here; a bot that is gone has none. */
export function useBot(aiBotId: string): AiBotInfo | null {
  const live = useLive((db) => db.bots.filter(({ aiBotInfo }) => aiBotInfo?.aiBotId === aiBotId).first(), [aiBotId]);
  const here = live.status === 'ready' ? (live.rows?.aiBotInfo ?? null) : null;
  const isMissing = live.status === 'ready' && !here;
  const [asked] = useAsk(
    async () => (isMissing ? (await api.aiBot.getAiBot({ aiBotId })).aiBotInfo : null),
    [isMissing, aiBotId],
  );
  return here ?? (asked.status === 'ready' ? asked.answer : null);
}
