// The types of toasts that features show for events: their placements name the events in `news`.
import type { EngineEvent } from './bus.ts';

export type ToastEventType = 'campaignNews';

export type ToastEvent<Kind extends ToastEventType> = Extract<EngineEvent, { type: Kind }>;

/** A toast of a feature. The host validates it, and shows its own text instead of an invalid one. */
export interface EventToast {
  tone: 'info' | 'success';
  text: string;
  /** A link to one of the feature's own paths. */
  link?: { to: string; label: string };
  /** Whether it stays until the user closes it or follows its link. */
  lasting?: boolean;
}

/**
 * One function for each event that the feature's placement names. It returns null if the current page shows the event
 * anyway.
 */
export type ToastBuilders = { [Kind in ToastEventType]?: (event: ToastEvent<Kind>) => Promise<EventToast | null> };
