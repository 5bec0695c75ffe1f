// This page's own registry, quarantine and reports.
import { api } from '@amber/client/engine';
import { session$ } from '@amber/client/session';
import { limits } from '@amber/proto/limits';
import { registry$ } from './choose/placesOfEveryRelease.ts';
import { createQuarantine } from './choose/quarantine.ts';
import { createRegistry, type TabChannel } from './registry/registry.ts';
import { createReport } from './report/report.ts';
import { reportBody } from './report/reportBody.ts';

const tabs = <Message>(name: string) => new BroadcastChannel(name) as TabChannel<Message>;

// Tabs of builds before the page's own part was cut out have a channel of their own.
export const registry = createRegistry({ registry$, tabs: tabs('amber-releases') });
export const quarantine = createQuarantine({ storage: sessionStorage, tabs: tabs('amber-quarantine') });
addEventListener('online', quarantine.online);

let mine = { of: '', until: 0, ticket: '' };

/** Whose reports these are, asked of the gateway twice a day. */
async function ticket(): Promise<string> {
  const identifier = session$.value?.identifier ?? '';
  if (identifier === '') return '';
  if (mine.of !== identifier || mine.until < Date.now())
    mine = {
      of: identifier,
      until: Date.now() + limits.healthTicketFor / 2,
      ticket: (await api.rollout.ticket({})).ticket,
    };
  return mine.ticket;
}

const reports = createReport({
  ticket,
  send: (events, by) => api.rollout.report({ events, ticket: by }),
  beacon: (events, by) =>
    navigator.sendBeacon(
      '/gateway/rollout/report',
      new Blob([reportBody(events, by)], { type: 'application/x-protobuf' }),
    ),
});
export const report = reports.report;
addEventListener('pagehide', reports.leave);
document.addEventListener('visibilitychange', () => document.hidden && reports.leave());
