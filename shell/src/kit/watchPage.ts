// Records problems of this page and of the engine: policy violations and uncaught errors.
import type { PageBus } from '@amber/client/bus';
import { blockedResource, errorCodeOf, isProblemCode } from '@amber/proto/problemCodes';
import { recordFault } from './recentFaults.ts';

/** Called once. */
export function watchPage(bus: Pick<PageBus, 'call' | 'events$'>): void {
  function recordProblem(what: string, code: string, about = ''): void {
    recordFault([what, about, code].filter(Boolean).join(' '));
    void bus.call('noteProblem', { what, code, about }).catch(() => {});
  }
  // The engine's own list is lost when the last tab closes or reloads.
  bus.events$.subscribe((event) => {
    if (event.type === 'log')
      recordFault(
        `${event.problem.what} ${isProblemCode(event.problem.code) ? event.problem.code : 'other'}`,
        event.problem.request,
      );
    if (event.type === 'violation')
      recordFault(`engineViolation ${event.directive} ${blockedResource(event.blocked, location.origin)}`);
  });
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    recordProblem('violation', blockedResource(blockedURI, location.origin), effectiveDirective),
  );
  // Without an error object it is a browser notice.
  addEventListener('error', ({ error }: ErrorEvent) => {
    if (error) recordProblem('crash', errorCodeOf(error));
  });
  addEventListener('unhandledrejection', ({ reason }) => recordProblem('crash', errorCodeOf(reason)));
}
