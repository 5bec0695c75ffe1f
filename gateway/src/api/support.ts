// Logs problems that devices report, without the account and without content.
import { Fault } from '@amber/proto/faults';
import { sanitizeProblem } from '@amber/proto/problems';
import type { SharedLimit } from '../core/rateLimit.ts';
import type { CallsOf, HandlerPorts } from './handler.ts';

const countMax = 1_000_000;
const secondsPerDay = 86_400;

/** Clamps any value to this range. */
const clamp = (least: number, most: number, value: number): number =>
  Math.min(Math.max(Math.trunc(value) || 0, least), most);

/** Operators cannot fix a failing network, so network faults are logged as `info`. */
const levelOf = (code: string): 'info' | 'warn' => (new Fault(code).kind === 'network' ? 'info' : 'warn');

export const supportCalls = ({ limits, rateLimits, clock, log, metrics }: HandlerPorts): CallsOf<'support'> => {
  const limitOf = (limit: SharedLimit, perMinute: number) => rateLimits.perKey(limit, { perMinute, elapsed: clock });
  const perAccount = limitOf('problemReportsOfAccount', limits.problemReportsPerMinute);
  const linesPerAccount = limitOf('problemLinesOfAccount', limits.problemLinesPerAccount);
  const lines = limitOf('problemLinesOfAll', limits.problemLinesPerMinute);

  return {
    async 'support.report'({ problems }, { identifier }) {
      if (!(await perAccount.allow(identifier))) throw new Fault('TOO_MANY');
      for (const { count, secondsAgo, ...problem } of problems) {
        if (!(await linesPerAccount.allow(identifier)) || !(await lines.allow('all accounts')))
          throw new Fault('TOO_MANY');
        const { request, about, ...clean } = sanitizeProblem(problem);
        const line = {
          ...clean,
          ...(about && { about }),
          ...(request && { requests: [request] }),
          count: clamp(1, countMax, count),
          secondsAgo: clamp(0, secondsPerDay, secondsAgo),
        };
        log[levelOf(clean.code)](line, 'problem on a device');
        // A report counts once, because the device may claim any count.
        metrics.increment('amber_device_problems_total', { kind: clean.what });
      }
    },
  };
};
