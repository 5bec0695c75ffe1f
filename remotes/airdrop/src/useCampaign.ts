// The data of a campaign's page: loaded, cached, and updated while the page is open.
import { api, events$ } from '@amber/client/engine';
import type { AirdropInfoReply, Campaign, CampaignPart } from '@amber/proto';
import type { Fault } from '@amber/proto/faults';
import { useEffect } from 'react';
import { debounceTime, filter, fromEvent, merge } from 'rxjs';
import { useLiveNumbers, withLive } from './useLiveNumbers.ts';
import { useCachedQuery } from './useCachedQuery.ts';

/** Milliseconds; events within this time cause one request. */
const debounceMs = 300;

export interface OpenCampaign {
  campaign: Campaign;
  /** Null for a visitor. */
  mine: CampaignPart | null;
}

export type CampaignState =
  | { status: 'loading' }
  | { status: 'error'; fault: Fault; refetch(): void }
  | ({
      status: 'ready';
      /** Set when the data is from the cache, because the gateway cannot be reached. */
      fault: Fault | null;
      at: number;
      refetch(): void;
      /** Stores my part from the answer of a call. */
      setMine(mine: CampaignPart | null): void;
    } & OpenCampaign);

/** Returns the campaign with its live numbers. It is fetched again when an event may have advanced my tasks. */
export function useCampaign(id: string): CampaignState {
  const [{ answer, at, fault }, refetch, set] = useCachedQuery<AirdropInfoReply>(`info ${id}`, () =>
    api.airdrop.info({ id }),
  );
  const isOver =
    answer?.campaign?.status === 'ended' && (answer.campaign.way !== 'draw' || answer.campaign.drawnAt > 0);
  const live = useLiveNumbers(answer && !isOver ? [id] : []).get(id);

  useEffect(() => {
    const subscription = merge(
      events$.pipe(filter((event) => event.type === 'featureNews' && event.feature === 'airdrop')),
      // The person may have done a task elsewhere.
      fromEvent(window, 'focus'),
    )
      .pipe(debounceTime(debounceMs))
      .subscribe(refetch);
    return () => subscription.unsubscribe();
  }, [refetch]);

  // The campaign has begun, has ended or was drawn, so more than the numbers has changed.
  const liveStage = live && `${live.status} ${live.drawnAt}`;
  const knownStage = answer?.campaign && `${answer.campaign.status} ${answer.campaign.drawnAt}`;
  useEffect(() => {
    if (liveStage && knownStage && liveStage !== knownStage) refetch();
  }, [liveStage, knownStage, refetch]);

  if (!answer?.campaign) return fault ? { status: 'error', fault, refetch } : { status: 'loading' };
  const setMine = (mine: CampaignPart | null) => {
    set({ ...answer, mine });
    refetch();
  };
  return {
    status: 'ready',
    campaign: withLive(answer.campaign, live),
    mine: answer.mine,
    fault,
    at,
    refetch,
    setMine,
  };
}
