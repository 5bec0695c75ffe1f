// Runs the engine for as long as it may: under the lock, until a newer build is heard.
import type { Channel } from '@amber/client/bus';
import { createEngine } from './engine.ts';
import type { EnginePorts } from './ports.ts';
import { serve } from './serve.ts';

interface RunPorts extends EnginePorts {
  channel: Channel;
  build: number;
  /** Ends the worker this runs in. */
  endWorker(): void;
}

/** Whoever holds the lock is this device's engine; the others wait here until its worker is gone. */
export const runEngine = (ports: RunPorts): Promise<void> => ports.locks.request('amber-engine', async () => {
  const { channel, build } = ports;
  const engine = await createEngine(ports).catch((thrown: unknown) => {
    // A worker without an engine would answer nobody and stand in the way of the next try.
    ports.endWorker();
    throw thrown;
  });
  const { bye } = await serve({ channel, build, engine });
  // A worker that has ended itself is not heard any more.
  bye();
  ports.endWorker();
});
