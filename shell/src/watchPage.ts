// Notes what this page runs into, here and in the engine's log: what the content policy blocked, and errors that nobody caught. Notes here what the engine logs.
import type { PageBus } from '@amber/client/bus';
import { blockedThing, errorWord, isProblemWord } from '@amber/proto/problemWords';
import { noteFault } from './recentFaults.ts';

/** Called once. */
export function watchPage(bus: Pick<PageBus, 'call' | 'events$'>): void {
  function note(what: string, code: string, about = ''): void {
    noteFault([what, about, code].filter(Boolean).join(' '));
    void bus.call('noteProblem', { what, code, about }).catch(() => {});
  }
  // The engine's own list ends with the last tab, or with the only one that is loaded again.
  bus.events$.subscribe((event) => {
    if (event.type === 'log')
      noteFault(
        `${event.problem.what} ${isProblemWord(event.problem.code) ? event.problem.code : 'other'}`,
        event.problem.request,
      );
    if (event.type === 'violation')
      noteFault(`engineViolation ${event.directive} ${blockedThing(event.blocked, location.origin)}`);
  });
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    note('violation', blockedThing(blockedURI, location.origin), effectiveDirective),
  );
  // Without an error it is a notice of the browser's own.
  addEventListener('error', ({ error }: ErrorEvent) => {
    if (error) note('crash', errorWord(error));
  });
  addEventListener('unhandledrejection', ({ reason }) => note('crash', errorWord(reason)));
}
