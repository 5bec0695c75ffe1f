// The worker that the engine runs in, shared between tabs where the browser supports shared workers.
import { busName, type Channel } from '@amber/client/bus';
import { blockedResource, errorCodeOf } from '@amber/proto/problemCodes';
import * as dexie from 'dexie';
import { asyncScheduler } from 'rxjs';
import { deviceName } from './session/deviceName.ts';
import type { SocketLike } from './kit/ports.ts';
import { createProblemLog } from './kit/problemLog.ts';
import { runEngine } from './run.ts';

declare const __BUILD__: number;

// Using all of dexie, as the page does, makes its chunk identical to the page's, so it is not fetched twice.
Object.assign(self, { dexie });

const channel = new BroadcastChannel(busName) as Channel;
const problemLog = createProblemLog(Date.now);

// Browser tools cannot see policy violations in a worker, so they are sent to the pages.
self.addEventListener('securitypolicyviolation', (event) => {
  const { effectiveDirective: directive, blockedURI: blocked } = event as SecurityPolicyViolationEvent;
  channel.postMessage({ kind: 'event', engine: '', event: { type: 'violation', directive, blocked } });
  problemLog.log({ what: 'engineViolation', code: blockedResource(blocked, self.location.origin), about: directive });
});

const logCrash = (thrown: unknown) => problemLog.log({ what: 'engineCrash', code: errorCodeOf(thrown) });
self.addEventListener('error', ({ error }) => logCrash(error));
self.addEventListener('unhandledrejection', ({ reason }) => logCrash(reason));

void runEngine({
  channel,
  build: __BUILD__,
  clock: asyncScheduler,
  fetch: fetch.bind(self),
  openSocket: (url) => new WebSocket(url) as unknown as SocketLike,
  databases: {},
  problemLog,
  locks: navigator.locks,
  origin: self.location.origin,
  deviceName: deviceName(navigator.userAgent),
  endWorker: () => self.close(),
});
