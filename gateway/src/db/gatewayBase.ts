// What the services of every topic are built on.
import type { Limits } from '@amber/proto/limits';
import type { FastifyBaseLogger } from 'fastify';
import type { Bus } from '../core/bus.ts';
import type { Clock } from '../core/clock.ts';
import type { Spending } from './spending.ts';
import type { Store } from './store.ts';

export interface GatewayBase extends Pick<Store, 'pool' | 'db' | 'setting'> {
  store: Store;
  bus: Bus;
  clock: Clock;
  limits: Limits;
  log: FastifyBaseLogger;
  spending: Spending;
  /** Logs the failure of work that nobody waits for. */
  onError(error: unknown): void;
  /** Registers what stops a service. Services are stopped in the reverse order of their registration. */
  onClose(stop: () => unknown): void;
  /** Registers what removes expired data, or does what is due, each hour. Runs in the order of registration. */
  onSweep(...sweeps: (() => Promise<void>)[]): void;
}
