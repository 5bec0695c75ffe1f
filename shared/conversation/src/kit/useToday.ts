// The current day, also for a page that stays open past midnight.
import { useSyncExternalStore } from 'react';
import { startOfDay } from './format.ts';

const minute = 60_000;

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, minute);
  return () => clearInterval(timer);
}

const today = () => startOfDay(Date.now());

/** Returns midnight at the beginning of today; the component renders again when the day changes. */
export const useToday = (): number => useSyncExternalStore(subscribe, today, today);
