// Who of some people is in a group already, which may have more members than this device knows.
import { engine } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { limits } from '@amber/proto/limits';
import { useEffect, useState } from 'react';

const nobody: ReadonlySet<string> = new Set();

/** Those of these people, as far as it is known; the others are asked for. `conversationId` is empty where there is no group. */
export function useExistingMembers(conversationId: string, identifiers: readonly string[]): ReadonlySet<string> {
  // Asked for once, whether the answer comes or not: who is in it and invited again stays in it.
  const [requestedIds] = useState(() => new Set<string>());
  const live = useLive(
    async (db) => {
      const rows = conversationId ? await db.members.where('conversionId').equals(conversationId).toArray() : [];
      return new Set(rows.filter(({ left }) => !left).map(({ identifier }) => identifier));
    },
    [conversationId],
  );
  const known = live.status === 'ready' ? live.rows : nobody;
  const isReady = live.status === 'ready' && conversationId !== '';
  const unknown = isReady
    ? identifiers
        .filter((identifier) => !known.has(identifier))
        .slice(0, limits.membersPerLookup)
        .join()
    : '';
  useEffect(() => {
    const missing = unknown.split(',').filter((identifier) => identifier && !requestedIds.has(identifier));
    if (missing.length === 0) return;
    for (const identifier of missing) requestedIds.add(identifier);
    engine.askMembers({ conversationId, identifiers: missing }).catch(() => {});
  }, [requestedIds, conversationId, unknown]);
  return known;
}
