// Toasts for join requests and for events of features, in a separate chunk because they are rare.
import { placeName } from '@amber/client/seededNames';
import type { EngineEvent } from '@amber/client/bus';
import { paths } from '@amber/client/paths';
import { limits } from '@amber/proto/limits';
import type { ToastContent } from '@amber/ui/createToasts';
import type { Federation } from '../federation/createFederation.ts';
import { featureToast } from '../federation/show/featureToast.ts';
import { words } from '../words/gen/rareToast.ts';

export type RareEvent = Extract<EngineEvent, { type: 'joinAsked' | 'joinAnswered' | 'campaignNews' }>;

/** Returns the toast of the feature that the event belongs to, else the host's. Null: there is nothing to show. */
export async function rareToast(event: RareEvent, federation: Federation): Promise<ToastContent | null> {
  const featureOwn =
    event.type === 'campaignNews' && (await featureToast(federation, event, paths.campaign({ id: event.campaignId })));
  return featureOwn || featureOwn === null ? featureOwn : hostToast(event);
}

/**
 * Returns null on a campaign's own page, which shows the event. Older releases of Airdrop without toasts rely on these.
 */
function hostToast(event: RareEvent): ToastContent | null {
  switch (event.type) {
    case 'joinAsked':
      return {
        tone: 'info',
        text: words.joinAsked({
          name: event.lastName || words.someone,
          space: placeName(event.spaceId, event.spaceName),
        }),
      };
    case 'joinAnswered':
      return event.accepted
        ? { tone: 'success', text: words.joinAccepted({ space: placeName(event.spaceId, event.spaceName) }) }
        : { tone: 'info', text: words.joinDeclined({ space: placeName(event.spaceId, event.spaceName) }) };
    case 'campaignNews': {
      const { kind, campaignId: id, title, reward } = event;
      const to = paths.campaign({ id });
      if (location.pathname === `${limits.basePath}${to}`) return null;
      return {
        tone: kind === 'won' ? 'success' : 'info',
        lasting: kind === 'won',
        text: kind === 'won' ? words.won({ reward, title }) : words.ready({ title }),
        link: { to, label: words.open[kind] },
      };
    }
  }
}
