// Checks which people are already members of a group that may be larger than this device knows.
import { engine } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { limits } from '@amber/proto/limits';
import { useEffect, useState } from 'react';

const nobody: ReadonlySet<string> = new Set();

/**
 * Returns the known members of the group, and looks up those of `identifiers` that are unknown. `conversationId` is
 * empty if there is no group.
 */
export function useExistingMembers(conversationId: string, identifiers: readonly string[]): ReadonlySet<string> {
  // Each person is looked up only once, even if the lookup fails: inviting a member again is harmless.
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
