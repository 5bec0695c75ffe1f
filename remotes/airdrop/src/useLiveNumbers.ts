// The live numbers of campaigns, polled every few seconds in one call.
import { api } from '@amber/client/engine';
import { limits } from '@amber/proto/limits';
import type { AirdropLive, Campaign } from '@amber/proto';
import { useEffect, useState } from 'react';
import { filter, fromEvent, interval, merge, mergeMap } from 'rxjs';

/** Returns a campaign with its newest numbers. */
export const withLive = (campaign: Campaign, live: AirdropLive | undefined): Campaign =>
  live ? { ...campaign, ...live } : campaign;

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
