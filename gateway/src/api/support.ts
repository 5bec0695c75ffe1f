// Logs problems that devices report, without the account and without content.
import { Fault } from '@amber/proto/faults';
import { sanitizeProblem } from '@amber/proto/problems';
import { createKeyRateLimit } from '../core/rateLimit.ts';
import type { CallsOf, HandlerPorts } from './handler.ts';

const countMax = 1_000_000;
const secondsPerDay = 86_400;

/** Clamps any value to this range. */
const clamp = (least: number, most: number, value: number): number =>
  Math.min(Math.max(Math.trunc(value) || 0, least), most);

/** Operators cannot fix a failing network, so network faults are logged as `info`. */
const levelOf = (code: string): 'info' | 'warn' => (new Fault(code).kind === 'network' ? 'info' : 'warn');

export const supportCalls = ({ limits, clock, log, metrics }: HandlerPorts): CallsOf<'support'> => {
  const perAccount = createKeyRateLimit({ perMinute: limits.problemReportsPerMinute, elapsed: clock });
  const linesPerAccount = createKeyRateLimit({ perMinute: limits.problemLinesPerAccount, elapsed: clock });
  const lines = createKeyRateLimit({ perMinute: limits.problemLinesPerMinute, elapsed: clock });

  return {
    async 'support.report'({ problems }, { identifier }) {
      if (!perAccount.allow(identifier)) throw new Fault('TOO_MANY');
      for (const { count, secondsAgo, ...problem } of problems) {
        if (!linesPerAccount.allow(identifier) || !lines.allow('all accounts')) throw new Fault('TOO_MANY');
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
