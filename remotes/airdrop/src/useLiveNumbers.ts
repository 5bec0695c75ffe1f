// The live numbers of campaigns, polled every few seconds in one call.
import { api } from '@amber/client/engine';
import { limits } from '@amber/proto/limits';
import type { AirdropLive, Campaign } from '@amber/proto';
import { useEffect, useState } from 'react';

/** Returns a campaign with its newest numbers. */
export const withLive = (campaign: Campaign, live: AirdropLive | undefined): Campaign =>
  live ? { ...campaign, ...live } : campaign;

/** Returns the numbers by campaign id. A failed poll is retried. */
export function useLiveNumbers(ids: readonly string[]): ReadonlyMap<string, AirdropLive> {
  const [numbers, setNumbers] = useState<ReadonlyMap<string, AirdropLive>>(new Map());
  const idList = ids.slice(0, limits.campaignLivePage).join(' ');
  useEffect(() => {
    if (idList === '') return;
    let isMounted = true;
    const poll = () => {
      if (document.hidden) return;
      api.airdrop.live({ ids: idList.split(' ') }).then(
        ({ list }) => isMounted && setNumbers(new Map(list.map((one) => [one.id, one]))),
        () => undefined,
      );
    };
    const timer = setInterval(poll, limits.campaignLiveEvery);
    document.addEventListener('visibilitychange', poll);
    return () => {
      isMounted = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
    };
  }, [idList]);
  return numbers;
}
