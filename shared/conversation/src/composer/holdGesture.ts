// The gesture that records while a button is held: sliding back cancels, sliding up locks, letting go sends.

/** Pixels that the pointer has to move. */
const cancelDistance = 110;
const lockDistance = 72;
/** A shorter press is a click, which records hands-free. In milliseconds. */
const clickDuration = 400;

export interface HoldMove {
  /** Pixels from where the press began; `forwards` follows the reading direction, `down` is the screen's. */
  forwards: number;
  down: number;
}

export interface HoldProgress {
  /** How far the slide to either end has come, from 0 to 1. Only the longer of both slides counts. */
  cancel: number;
  lock: number;
}

const share = (distance: number, whole: number): number => Math.min(1, Math.max(0, distance / whole));

/** Returns how far a slide has come; at 1 the recording is cancelled or locked. */
export function holdProgress({ forwards, down }: HoldMove): HoldProgress {
  const cancel = share(-forwards, cancelDistance);
  const lock = share(-down, lockDistance);
  return cancel >= lock ? { cancel, lock: 0 } : { cancel: 0, lock };
}

/** Returns what letting go means: a click locks the recording, a longer press sends it. */
export const releaseOutcome = (heldFor: number): 'lock' | 'send' => (heldFor < clickDuration ? 'lock' : 'send');
