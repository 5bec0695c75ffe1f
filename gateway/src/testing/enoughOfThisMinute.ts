// Keeps bursts of calls away from the end of a minute of the rate limits.
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicClock } from '../core/rateLimit.ts';
import { scaledTimeout } from './machine.ts';

const minute = 60_000;

/**
 * Waits for the next minute of the rate limits of a gateway in this process, if little time is left of this one. A test
 * that counts how many of its calls are allowed awaits it first: calls of two minutes would be counted apart.
 */
export async function enoughOfThisMinute(): Promise<void> {
  const left = minute - (monotonicClock() % minute);
  if (left < Math.min(minute / 2, scaledTimeout(4_000))) await sleep(left + 10);
}
