// The live numbers of campaigns, polled every few seconds in one call.
import { api } from '@amber/client/engine';
import { limits } from '@amber/proto/limits';
import type { AirdropLive, Campaign } from '@amber/proto';
import { useEffect, useState } from 'react';
import { filter, fromEvent, interval, merge, mergeMap } from 'rxjs';

/** A campaign passes through these in their order. */
const stages = ['upcoming', 'live', 'ended'] as const;
const laterStage = (a: Campaign['status'], b: Campaign['status']): Campaign['status'] =>
  stages.indexOf(a) > stages.indexOf(b) ? a : b;

/** Returns a campaign with its newest numbers. A poll may be older than the campaign, so it never takes a step back. */
export const withLive = (campaign: Campaign, live: AirdropLive | undefined): Campaign =>
  live
    ? {
        ...campaign,
        participants: live.participants,
        status: laterStage(campaign.status, live.status),
        given: Math.max(campaign.given, live.given),
        claims: Math.max(campaign.claims, live.claims),
        drawnAt: Math.max(campaign.drawnAt, live.drawnAt),
      }
    : campaign;

/** Returns a cached campaign with its status by this device's clock, because the gateway cannot be asked. */
export function withDeviceClock(campaign: Campaign): Campaign {
  const now = Date.now();
  const stage = now >= campaign.ends ? 'ended' : now >= campaign.begins ? 'live' : 'upcoming';
  return { ...campaign, status: laterStage(campaign.status, stage) };
}

/** Returns the numbers by campaign id. A failed poll is retried. */
export function useLiveNumbers(ids: readonly string[]): ReadonlyMap<string, AirdropLive> {
  const [numbers, setNumbers] = useState<ReadonlyMap<string, AirdropLive>>(new Map());
  const idList = ids.slice(0, limits.campaignLivePage).join(' ');
  useEffect(() => {
    if (idList === '') return;
    const polls$ = merge(interval(limits.campaignLiveEvery), fromEvent(document, 'visibilitychange'));
    const subscription = polls$
      .pipe(
        filter(() => !document.hidden),
        mergeMap(() => api.airdrop.live({ ids: idList.split(' ') }).catch(() => null)),
      )
      .subscribe((answer) => answer && setNumbers(new Map(answer.list.map((one) => [one.id, one]))));
    return () => subscription.unsubscribe();
  }, [idList]);
  return numbers;
}
