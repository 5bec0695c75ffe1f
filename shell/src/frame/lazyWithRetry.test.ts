import { lastValueFrom, VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { retryWithBackoff } from './lazyWithRetry.tsx';

it('R155 what stands beside the page is asked for until it comes, ever more seldom', async () => {
  const clock = new VirtualTimeScheduler();
  const asked: number[] = [];
  const loading = lastValueFrom(
    retryWithBackoff(async () => {
      asked.push(clock.now());
      if (asked.length < 9) throw new Error('no such chunk');
      return 'here';
    }, clock),
  );
  const turning = setInterval(() => clock.flush());
  expect(await loading).toBe('here');
  clearInterval(turning);
  const waits = asked.slice(1).map((at, index) => (at - asked[index]!) / 1_000);
  expect(waits).toEqual([10, 20, 30, 40, 50, 60, 60, 60]);
});
