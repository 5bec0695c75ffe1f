// News that features say the words for: what their places name in `news`.
import type { EngineEvent } from './bus.ts';

export type ToastEventType = 'campaignNews';

export type ToastEvent<Kind extends ToastEventType> = Extract<EngineEvent, { type: Kind }>;

/** A toast; the host checks it, and has words of its own for one that it cannot show. */
export interface EventToast {
  tone: 'info' | 'success';
  text: string;
  /** Where it leads: one of the feature's own paths. */
  link?: { to: string; label: string };
  /** Stays until somebody closes it or follows its link. */
  lasting?: boolean;
}

/** For each kind that the feature's place names. Null: this page shows it anyway. */
export type ToastBuilders = { [Kind in ToastEventType]?: (event: ToastEvent<Kind>) => Promise<EventToast | null> };
