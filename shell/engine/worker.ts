// The worker that the engine lives in, shared between tabs where the browser has shared workers.
import { busName, type Channel } from '@amber/client/bus';
import { asyncScheduler } from 'rxjs';
import { deviceName } from './deviceName.ts';
import type { SocketLike } from './ports.ts';
import { runEngine } from './run.ts';

declare const __BUILD__: number;

const channel = new BroadcastChannel(busName) as Channel;

// Browser tools cannot see into a worker: its violations go to the pages.
self.addEventListener('securitypolicyviolation', (event) => {
  const { effectiveDirective: directive, blockedURI: blocked } = event as SecurityPolicyViolationEvent;
  channel.postMessage({ kind: 'event', engine: '', event: { type: 'violation', directive, blocked } });
});

void runEngine({
  channel,
  build: __BUILD__,
  clock: asyncScheduler,
  fetch: fetch.bind(self),
  openSocket: (url) => new WebSocket(url) as unknown as SocketLike,
  databases: {},
  locks: navigator.locks,
  origin: self.location.origin,
  deviceName: deviceName(navigator.userAgent),
  endWorker: () => self.close(),
});
