// The federation's ports in a browser: storage, other tabs, network, gateway and clock.
import { api, engineState$, events$ } from '@amber/client/hostEngine';
import { session$ } from '@amber/client/session';
import type { RegistryDetails } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { pageLanguage } from '@amber/words/languages';
import { distinctUntilChanged, filter, fromEvent, map, Subject } from 'rxjs';
import { fetchUncached } from '../kit/fetchUncached.ts';
import type { FederationPorts } from './createFederation.ts';
import { createRuntime } from './load/runtime.ts';
import type { TabChannel } from './registry/registry.ts';
import { reportBody } from './report/reportBody.ts';
import { createTicket } from './report/ticket.ts';

/** The page misses pushes while it is disconnected, and a cached page may be of any age. */
const connected$ = engineState$.pipe(
  map((state) => state?.connection.status === 'open'),
  distinctUntilChanged(),
  filter(Boolean),
);

const revision$ = events$.pipe(
  filter((event) => event.type === 'registryChanged'),
  map(({ revision }) => revision),
);

const betas$ = new Subject<string[]>();

async function details(url: string, integrity: string): Promise<RegistryDetails> {
  const options = { integrity, signal: AbortSignal.timeout(limits.previousOfferedAfter) };
  const answer = await fetch(url, options).catch(() => fetchUncached(url, options));
  return (await answer.json()) as RegistryDetails;
}

/** Called once per page, because remotes find its runtime by a global name. */
export const browserPorts = (): Omit<FederationPorts, 'releases'> => ({
  session$,
  storage: {
    browser: () => localStorage,
    changed$: fromEvent<StorageEvent>(window, 'storage').pipe(map(({ key }) => key)),
    tab: sessionStorage,
  },
  tabs: <Message>(name: string) => new BroadcastChannel(name) as TabChannel<Message>,
  online: { isOnline: () => navigator.onLine, reconnected$: fromEvent(window, 'online') },
  api: {
    fetchRegistry: () => api.rollout.pageRegistry({ language: pageLanguage() }),
    revision$,
    connected$,
    details,
    ticket: createTicket({
      session$,
      async fetchTicket() {
        const { ticket, betas } = await api.rollout.ticket({});
        betas$.next(betas);
        return ticket;
      },
    }),
    report: api.rollout.report,
    beacon: (report) =>
      navigator.sendBeacon(
        '/gateway/rollout/report',
        new Blob([reportBody(report)], { type: 'application/x-protobuf' }),
      ),
    async fetchTesterRelease(token) {
      const { remote, release, expires } = await api.rollout.testerRelease({ token, language: pageLanguage() });
      if (!release) throw new Fault('TESTER_LINK');
      return { remote, release, expires };
    },
    joinBeta: async (remote, joined) => (await api.rollout.joinBeta({ remote, joined })).betas,
    betas$,
  },
  runtime: createRuntime(),
  // A chunk of its own would add its hash to the page's first file.
  stackOf: async (thrown, release) =>
    (await import(/* webpackChunkName: "screens" */ './report/stackOf.ts')).stackOf(thrown, release),
  clock: {
    elapsed: () => performance.now(),
    now: () => Date.now(),
    setTimeout: (run, after) => setTimeout(run, after),
  },
});
