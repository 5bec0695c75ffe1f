// Runs the engine while it holds the lock, until a newer build announces itself.
import type { Channel } from '@amber/client/bus';
import { limits } from '@amber/proto/limits';
import { interval, type Subscription } from 'rxjs';
import { createEngine } from './engine.ts';
import type { EnginePorts } from './kit/ports.ts';
import { serve } from './serve.ts';

interface RunPorts extends EnginePorts {
  channel: Channel;
  build: number;
  /** Terminates the worker that the engine runs in. */
  endWorker(): void;
}

const lockName = 'amber-engine';

/** After this many intervals with unanswered pings of pages, the holder of the lock is considered dead. */
const silentBeatsMax = limits.engineSilenceTimeout / limits.enginePingEvery;

/**
 * Calls `onSilent` when the holder of the lock is considered dead. It counts intervals instead of time, because after
 * the device sleeps both sides start again.
 */
function watchSilence({ channel, clock }: RunPorts, onSilent: () => void): Subscription {
  let hasPing = false;
  let hasPong = false;
  let silentCount = 0;
  channel.addEventListener('message', ({ data: { kind } }) => {
    if (kind === 'ping') hasPing = true;
    else if (kind !== 'call') hasPong = true;
  });
  return interval(limits.enginePingEvery, clock).subscribe(() => {
    silentCount = hasPing && !hasPong ? silentCount + 1 : 0;
    hasPing = hasPong = false;
    if (silentCount === silentBeatsMax) onSilent();
  });
}

/** Runs the engine while this worker holds the lock. */
async function run(ports: RunPorts): Promise<void> {
  const { channel, build, clock } = ports;
  const starting = interval(limits.enginePingEvery, clock).subscribe(() => channel.postMessage({ kind: 'starting' }));
  const engine = await createEngine(ports).finally(() => starting.unsubscribe());
  const { bye } = await serve({ channel, build, engine });
  // `bye` is the last step, because a terminated worker cannot post messages.
  bye();
}

/**
 * Runs this device's engine once the lock is available; other workers wait here until the holder's worker is gone.
 * Browsers sometimes keep the lock of a terminated worker, so it is stolen after some intervals of unanswered pings.
 * Whatever ends the engine (a failure, or a stolen lock) terminates the worker: without an engine it would answer
 * nobody and block the next.
 */
export async function runEngine(ports: RunPorts): Promise<void> {
  const lockWait = new AbortController();
  const silence = watchSilence(ports, () => lockWait.abort());
  const runLocked = () => {
    silence.unsubscribe();
    return run(ports);
  };
  try {
    await ports.locks.request(lockName, { signal: lockWait.signal }, runLocked).catch((thrown: unknown) => {
      if (!lockWait.signal.aborted) throw thrown;
      return ports.locks.request(lockName, { steal: true }, runLocked);
    });
  } finally {
    ports.endWorker();
  }
}
