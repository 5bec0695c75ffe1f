// The numbers of campaigns that open pages ask for every few seconds: read once a second, however many ask.
import type { AirdropLive, Input } from '@amber/proto';
import type { Limits } from '@amber/proto/limits';
import type { Clock } from '../core/clock.ts';
import type { Db } from '../db/store.ts';
import { type Campaigns, statusOf } from './campaigns.ts';
import type { Draws } from './draws.ts';

interface LivePorts {
  visitors: Db;
  clock: Clock;
  limits: Limits;
  campaigns: Campaigns;
  draws: Draws;
}

export function createLiveNumbers({ visitors, clock, limits, campaigns, draws }: LivePorts) {
  const known = new Map<string, { at: number; numbers: Input<AirdropLive> }>();

  const isFresh = (id: string): boolean => {
    const passed = clock() - (known.get(id)?.at ?? -Infinity);
    return passed >= 0 && passed < limits.campaignLiveFor;
  };

  async function read(ids: readonly string[]): Promise<void> {
    const at = clock();
    const rows = await campaigns.among(visitors, ids);
    for (const row of rows) {
      const { id, participants, given, claims, drawn_at, ...times } = await draws.drawn(row);
      const status = statusOf(times, at);
      known.delete(id);
      known.set(id, { at, numbers: { id, status, participants, given, claims, drawnAt: drawn_at ?? 0 } });
    }
    for (const id of known.keys()) {
      if (known.size <= limits.campaignsOpenMax) break;
      known.delete(id);
    }
  }

  /** Of those that there are; drafts are not. */
  return async (ids: readonly string[]): Promise<Input<AirdropLive>[]> => {
    const stale = ids.filter((id) => !isFresh(id));
    if (stale.length > 0) await read(stale);
    return ids.flatMap((id) => known.get(id)?.numbers ?? []);
  };
}
