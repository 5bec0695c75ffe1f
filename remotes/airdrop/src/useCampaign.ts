// One campaign as its page has it: asked for, kept, and followed while it is open.
import { api, events$ } from '@amber/client/engine';
import type { AirdropInfoReply, Campaign, CampaignPart } from '@amber/proto';
import type { Fault } from '@amber/proto/faults';
import { useEffect } from 'react';
import { debounceTime, filter, fromEvent, merge } from 'rxjs';
import { useLiveNumbers, withLive } from './useLiveNumbers.ts';
import { useCachedQuery } from './useCachedQuery.ts';

/** What comes within this time is asked for at once. */
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
      /** Shown from before: the gateway cannot be reached. */
      fault: Fault | null;
      at: number;
      refetch(): void;
      /** After a call that answered what I have now. */
      setMine(mine: CampaignPart | null): void;
    } & OpenCampaign);

/** The campaign, with its live numbers; asked for again when something may have brought me further. */
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
      // One has been elsewhere to do a task.
      fromEvent(window, 'focus'),
    )
      .pipe(debounceTime(debounceMs))
      .subscribe(refetch);
    return () => subscription.unsubscribe();
  }, [refetch]);

  // It has begun, has ended or was drawn: there is more to know than the numbers.
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
