// The data of a campaign's page: loaded, cached, and updated while the page is open.
import { api, events$ } from '@amber/client/engine';
import { useSubscription } from '@amber/client/useSubscription';
import type { AirdropInfoReply, Campaign, CampaignPart } from '@amber/proto';
import type { Fault } from '@amber/proto/faults';
import { useEffect } from 'react';
import { debounceTime, defer, filter, fromEvent, merge } from 'rxjs';
import { useLiveNumbers, withDeviceClock, withLive } from './useLiveNumbers.ts';
import { useCachedQuery } from './useCachedQuery.ts';

/** Milliseconds; events within this time cause one request. */
const debounceMs = 300;

/** Emits when my tasks may have advanced; the person may have done a task elsewhere. */
const mayHaveAdvanced$ = defer(() =>
  merge(
    events$.pipe(filter((event) => event.type === 'featureNews' && event.feature === 'airdrop')),
    fromEvent(window, 'focus'),
  ),
).pipe(debounceTime(debounceMs));

export interface OpenCampaign {
  campaign: Campaign;
  /** Null for a visitor. */
  mine: CampaignPart | null;
}

export type CampaignState =
  | { status: 'loading' }
  | { status: 'error'; fault: Fault }
  | ({
      status: 'ready';
      /** Set when the data is from the cache, because the gateway cannot be reached. */
      fault: Fault | null;
      at: number;
      /** Stores my part from the answer of a call. */
      setMine(mine: CampaignPart | null): void;
    } & OpenCampaign);

/**
 * Returns the campaign with its live numbers, and a function to retry. It is fetched again when an event may have
 * advanced my tasks.
 */
export function useCampaign(id: string): [CampaignState, refetch: () => void] {
  const [{ answer, at, fault }, refetch, set] = useCachedQuery<AirdropInfoReply>(`info ${id}`, () =>
    api.airdrop.info({ id }),
  );
  const isOver =
    answer?.campaign?.status === 'ended' && (answer.campaign.way !== 'draw' || answer.campaign.drawnAt > 0);
  const live = useLiveNumbers(answer && !isOver ? [id] : []).get(id);

  useSubscription(mayHaveAdvanced$, refetch);

  // The campaign has begun, has ended or was drawn, so more than the numbers has changed.
  const liveStage = live && `${live.status} ${live.drawnAt}`;
  const knownStage = answer?.campaign && `${answer.campaign.status} ${answer.campaign.drawnAt}`;
  useEffect(() => {
    if (liveStage && knownStage && liveStage !== knownStage) refetch();
  }, [liveStage, knownStage, refetch]);

  if (!answer?.campaign) return [fault ? { status: 'error', fault } : { status: 'loading' }, refetch];
  const setMine = (mine: CampaignPart | null) => {
    set({ ...answer, mine });
    refetch();
  };
  const known = withLive(answer.campaign, live);
  const campaign = fault ? withDeviceClock(known) : known;
  return [{ status: 'ready', campaign, mine: answer.mine, fault, at, setMine }, refetch];
}
