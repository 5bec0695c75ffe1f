// Runs the engine for as long as it may: under the lock, until a newer build is heard.
import type { Channel } from '@amber/client/bus';
import { limits } from '@amber/proto/limits';
import { interval, type Subscription } from 'rxjs';
import { createEngine } from './engine.ts';
import type { EnginePorts } from './ports.ts';
import { serve } from './serve.ts';

interface RunPorts extends EnginePorts {
  channel: Channel;
  build: number;
  /** Ends the worker this runs in. */
  endWorker(): void;
}

const lock = 'amber-engine';

/** So many beats in a row pages have asked and nobody has answered: whoever holds the lock is not running any more. */
const silentBeats = limits.engineSilence / limits.enginePingEvery;

/** Counts beats, not time: after a sleep of the device both sides begin anew. */
function whenSilent({ channel, clock }: RunPorts, dead: () => void): Subscription {
  let asked = false;
  let answered = false;
  let silent = 0;
  channel.addEventListener('message', ({ data: { kind } }) => {
    if (kind === 'ping') asked = true;
    else if (kind !== 'call') answered = true;
  });
  return interval(limits.enginePingEvery, clock).subscribe(() => {
    silent = asked && !answered ? silent + 1 : 0;
    asked = answered = false;
    if (silent === silentBeats) dead();
  });
}

/** While the lock is held. */
async function run(ports: RunPorts): Promise<void> {
  const { channel, build, clock } = ports;
  const starting = interval(limits.enginePingEvery, clock).subscribe(() => channel.postMessage({ kind: 'starting' }));
  const engine = await createEngine(ports).finally(() => starting.unsubscribe());
  const { bye } = await serve({ channel, build, engine });
  // A worker that has ended itself is not heard any more.
  bye();
}

/**
 * Whoever holds the lock is this device's engine; the others wait here until its worker is gone. Browsers sometimes keep
 * the lock of a worker that they have ended: it is taken, once pages have been without an answer for some beats.
 * Whatever ends this, failure or a lock that was taken, ends the worker: without an engine it would answer nobody and
 * stand in the way of the next.
 */
export async function runEngine(ports: RunPorts): Promise<void> {
  const waiting = new AbortController();
  const silence = whenSilent(ports, () => waiting.abort());
  const hold = () => {
    silence.unsubscribe();
    return run(ports);
  };
  try {
    await ports.locks.request(lock, { signal: waiting.signal }, hold).catch((thrown: unknown) => {
      if (!waiting.signal.aborted) throw thrown;
      return ports.locks.request(lock, { steal: true }, hold);
    });
  } finally {
    ports.endWorker();
  }
}
