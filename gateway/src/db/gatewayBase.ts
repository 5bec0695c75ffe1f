// The base of every topic's services: database, clock, limits and hooks.
import type { Limits } from '@amber/proto/limits';
import type { FastifyBaseLogger } from 'fastify';
import type { Bus } from '../core/bus.ts';
import type { Clock } from '../core/clock.ts';
import type { Metrics } from '../core/metrics/metrics.ts';
import type { RateLimits } from '../core/rateLimit.ts';
import type { HourlyQuotas } from './hourlyQuotas.ts';
import type { Leases } from './leases.ts';
import type { SharedSockets } from './sharedSockets.ts';
import type { Store } from './store.ts';

export interface GatewayBase extends Pick<Store, 'pool' | 'db' | 'setting'> {
  store: Store;
  bus: Bus;
  clock: Clock;
  limits: Limits;
  log: FastifyBaseLogger;
  metrics: Metrics;
  quotas: HourlyQuotas;
  rateLimits: RateLimits;
  /** The sockets at other gateways; null without other gateways. */
  sharedSockets: SharedSockets | null;
  leases: Leases;
  /** Logs the failure of background work that nobody awaits. */
  onError(error: unknown): void;
  /** Registers a function that stops a service. Services are stopped in the reverse order of their registration. */
  onClose(stop: () => unknown): void;
  /**
   * Registers functions that remove expired data, or do what is due, each hour. They run in the order of registration.
   */
  onSweep(...sweeps: (() => Promise<void>)[]): void;
}
