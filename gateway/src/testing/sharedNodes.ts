// The counts of several gateways on one database, without the gateways, for tests of limits.
import { openStore, type Store } from '../db/store.ts';
import { createSharedCounts, type SharedCounts } from '../db/sharedCounts.ts';
import { createSharedSockets, type SharedSockets } from '../db/sharedSockets.ts';
import { migratedDatabase } from './gateway.ts';

export interface SharedNode {
  name: string;
  sharedCounts: SharedCounts;
  sharedSockets: SharedSockets;
}

/**
 * Nothing is exchanged but for calls that wait, which wait as long as it takes: what gateways know of each other is as
 * old as it can be.
 */
const timing = { every: 3_600_000, patience: 3_600_000 };

const failOnError = (error: unknown) => {
  throw error;
};

export interface SharedNodes {
  pool: Store['pool'];
  /** Starts this many that know of each other. */
  start(count: number): Promise<SharedNode[]>;
  /** Stops those that run. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

interface SharedNodesOptions {
  clock?(): number;
  elapsed?(): number;
  socketsPerUser?: number;
}

export async function openSharedNodes({ clock = Date.now, elapsed = () => 0, socketsPerUser = 8 }: SharedNodesOptions) {
  const { pool, close } = await openStore({ databaseUrl: await migratedDatabase() });
  const limits = { leaseFor: 5_000, socketsPerUser };
  let running: SharedNode[] = [];
  let started = 0;

  function create(): SharedNode {
    started += 1;
    const name = `node${started}`;
    const ports = { pool, clock, elapsed, limits, node: name, onError: failOnError, timing };
    const sharedCounts = createSharedCounts(ports);
    return { name, sharedCounts, sharedSockets: createSharedSockets({ ...ports, sharedCounts }) };
  }

  async function stop(): Promise<void> {
    for (const { sharedSockets, sharedCounts } of running.splice(0)) {
      await sharedSockets.close();
      await sharedCounts.close();
    }
  }

  const nodes: SharedNodes = {
    pool,
    async start(count) {
      running = Array.from({ length: count }, create);
      while (running.some(({ sharedCounts }) => sharedCounts.nodes() !== count))
        await Promise.all(running.map(({ sharedCounts }) => sharedCounts.settled()));
      return running;
    },
    stop,
    async close() {
      await stop();
      await close();
    },
  };
  return nodes;
}
