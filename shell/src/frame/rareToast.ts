// What is said of a space's answers and a campaign's prizes. It is rare, and loaded then.
import type { EngineEvent } from '@amber/client/bus';
import { paths } from '@amber/client/paths';
import { limits } from '@amber/proto/limits';
import type { ToastText } from '@amber/ui/createToasts';
import { words } from '../words/gen/rareToast.ts';

export type RareEvent = Extract<EngineEvent, { type: 'joinAsked' | 'joinAnswered' | 'campaignNews' }>;

/** Null on a campaign's own page, which shows it. */
export function rareToast(event: RareEvent): ToastText | null {
  switch (event.type) {
    case 'joinAsked':
      return {
        tone: 'info',
        text: words.joinAsked({ name: event.lastName || words.someone, space: event.spaceName }),
      };
    case 'joinAnswered':
      return event.accepted
        ? { tone: 'success', text: words.joinAccepted({ space: event.spaceName }) }
        : { tone: 'info', text: words.joinDeclined({ space: event.spaceName }) };
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
