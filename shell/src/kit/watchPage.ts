// Records problems: this page's policy violations and uncaught errors here and in the engine, the engine's here too.
import type { PageBus } from '@amber/client/bus';
import { blockedThing, errorWord, isProblemWord } from '@amber/proto/problemWords';
import { noteFault } from './recentFaults.ts';

/** Called once. */
export function watchPage(bus: Pick<PageBus, 'call' | 'events$'>): void {
  function note(what: string, code: string, about = ''): void {
    noteFault([what, about, code].filter(Boolean).join(' '));
    void bus.call('noteProblem', { what, code, about }).catch(() => {});
  }
  // The engine's own list is lost when the last tab closes or reloads.
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
  // Without an error object it is a browser notice.
  addEventListener('error', ({ error }: ErrorEvent) => {
    if (error) note('crash', errorWord(error));
  });
  addEventListener('unhandledrejection', ({ reason }) => note('crash', errorWord(reason)));
}
