// Logs problems that devices report: without the account and without content.
import { Fault } from '@amber/proto/faults';
import { cleanProblem } from '@amber/proto/problems';
import { createKeyLimit } from '../core/callLimit.ts';
import type { CallsOf } from './handler.ts';
import type { Clock } from '../core/clock.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Limits } from '@amber/proto/limits';

const countMax = 1_000_000;
const dayOfSeconds = 86_400;

/** Clamps any value to this range. */
const between = (least: number, most: number, value: number): number =>
  Math.min(Math.max(Math.trunc(value) || 0, least), most);

/** A failing network is nothing the operators could fix. */
const levelOf = (code: string): 'info' | 'warn' => (new Fault(code).kind === 'network' ? 'info' : 'warn');

export interface SupportPorts {
  limits: Limits;
  clock: Clock;
  log: FastifyBaseLogger;
}

export const supportCalls = ({ limits, clock, log }: SupportPorts): CallsOf<'support'> => {
  const perAccount = createKeyLimit({ perMinute: limits.problemReportsPerMinute, elapsed: clock });
  const linesPerAccount = createKeyLimit({ perMinute: limits.problemLinesPerAccount, elapsed: clock });
  const lines = createKeyLimit({ perMinute: limits.problemLinesPerMinute, elapsed: clock });

  return {
    async 'support.report'({ problems }, { identifier }) {
      if (!perAccount.allow(identifier)) throw new Fault('TOO_MANY');
      for (const { count, secondsAgo, ...problem } of problems) {
        if (!linesPerAccount.allow(identifier) || !lines.allow('all accounts')) throw new Fault('TOO_MANY');
        const { request, about, ...clean } = cleanProblem(problem);
        const line = {
          ...clean,
          ...(about && { about }),
          ...(request && { requests: [request] }),
          count: between(1, countMax, count),
          secondsAgo: between(0, dayOfSeconds, secondsAgo),
        };
        log[levelOf(clean.code)](line, 'problem on a device');
      }
      return {};
    },
  };
};
