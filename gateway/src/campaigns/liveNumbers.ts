// The live numbers of campaigns, which open pages poll every few seconds: read at most once a second for all callers.
import type { AirdropLive, Input } from '@amber/proto';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Db } from '../db/store.ts';
import { type Campaigns, statusOf } from './campaigns.ts';
import type { Draws } from './draws.ts';

interface LivePorts extends Pick<GatewayBase, 'clock' | 'limits'> {
  visitorDb: Db;
  campaigns: Campaigns;
  draws: Draws;
}

export function createLiveNumbers({ visitorDb, clock, limits, campaigns, draws }: LivePorts) {
  /** Each gateway has its own, because an entry is read again within a second. */
  const cache = new Map<string, { at: number; numbers: Input<AirdropLive> }>();

  const isFresh = (id: string): boolean => {
    const passed = clock() - (cache.get(id)?.at ?? -Infinity);
    return passed >= 0 && passed < limits.campaignLiveTtl;
  };

  async function read(ids: readonly string[]): Promise<void> {
    const at = clock();
    const rows = await campaigns.findMany(visitorDb, ids);
    for (const row of rows) {
      const { id, participants, given, claims, drawn_at, ...times } = await draws.drawn(row);
      const status = statusOf(times, at);
      cache.delete(id);
      cache.set(id, { at, numbers: { id, status, participants, given, claims, drawnAt: drawn_at ?? 0 } });
    }
    for (const id of cache.keys()) {
      if (cache.size <= limits.campaignsOpenMax) break;
      cache.delete(id);
    }
  }

  /** Unknown campaigns and drafts are left out. */
  return async (ids: readonly string[]): Promise<Input<AirdropLive>[]> => {
    const stale = ids.filter((id) => !isFresh(id));
    if (stale.length > 0) await read(stale);
    return ids.flatMap((id) => cache.get(id)?.numbers ?? []);
  };
}
