// The day that it is, also for a page that stays open over midnight.
import { useSyncExternalStore } from 'react';
import { dayOf } from './format.ts';

const minute = 60_000;

function subscribe(changed: () => void) {
  const timer = setInterval(changed, minute);
  return () => clearInterval(timer);
}

const today = () => dayOf(Date.now());

/** Midnight before now; the component renders again when the day changes. */
export const useToday = (): number => useSyncExternalStore(subscribe, today, today);
