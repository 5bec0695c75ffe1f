// Reports errors to the gateway in throttled batches, while somebody is signed in and connected.
import type { Api, Input, Problem } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import type { DeviceProblem } from '@amber/proto/problems';
import { filter, type Observable, type SchedulerLike, type Subscription, timer } from 'rxjs';

interface ReportPorts {
  logged$: Observable<DeviceProblem>;
  /** Emits whether the gateway can be reached, when that changes. */
  ready$: Observable<boolean>;
  clock: SchedulerLike;
  send: Api['support']['report'];
}

interface UnsentProblem extends DeviceProblem {
  count: number;
  time: number;
}

/** Reports logged problems. Those that exceed a batch, or cannot be sent, are dropped, so the queue stays bounded. */
export function createProblemReport({ logged$, ready$, clock, send }: ReportPorts): { close(): void } {
  const unsent = new Map<string, UnsentProblem>();
  let isReady = false;
  let nextAt = 0;
  let flushTimer: Subscription | undefined;

  function flush(): void {
    flushTimer = undefined;
    if (!isReady || unsent.size === 0) return;
    const now = clock.now();
    const list: Input<Problem>[] = [...unsent.values()].map(({ time, ...problem }) => ({
      ...problem,
      secondsAgo: Math.max(0, Math.round((now - time) / 1_000)),
    }));
    unsent.clear();
    nextAt = now + limits.problemReportEvery;
    send({ problems: list }).catch(() => {});
  }

  function scheduleFlush(): void {
    if (unsent.size === 0 || !isReady) return;
    flushTimer ??= timer(
      Math.max(limits.problemBatchWindow, Math.min(nextAt - clock.now(), limits.problemReportEvery)),
      clock,
    ).subscribe(flush);
  }

  function add(problem: DeviceProblem): void {
    const key = `${problem.what} ${problem.code} ${problem.about}`;
    const before = unsent.get(key);
    if (!before && unsent.size >= limits.problemsPerReport) return;
    unsent.set(key, { ...problem, count: (before?.count ?? 0) + 1, time: clock.now() });
    scheduleFlush();
  }

  const subscriptions = [
    ready$.subscribe((ready) => {
      isReady = ready;
      scheduleFlush();
    }),
    // A report that fails must not trigger the next one.
    logged$.pipe(filter(({ about }) => about !== 'support.report')).subscribe(add),
  ];
  return {
    close() {
      for (const subscription of subscriptions) subscription.unsubscribe();
      flushTimer?.unsubscribe();
    },
  };
}
