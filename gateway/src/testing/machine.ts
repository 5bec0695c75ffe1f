// How slow this machine is at the moment: the time limits of tests are multiplied by it.
import { createHash } from 'node:crypto';

/** How long one round takes on the idle reference machine. */
const referenceMilliseconds = 0.069;
/** About ten milliseconds, so that a loaded scheduler interrupts it several times. */
const rounds = 150;
/** The load of a machine changes within seconds; a sample costs a test a few milliseconds. */
const sampleEvery = 5_000;
/** A slower machine proves nothing about the product. */
const slowest = 20;

const block = Buffer.alloc(65_536);

/** The time now, also in a test that has replaced the clock. */
const now = performance.now.bind(performance);

/** How much longer than on the idle reference machine the same work takes right now. */
function sample(): number {
  const start = now();
  for (let round = 0; round < rounds; round += 1) createHash('sha256').update(block).digest();
  return Math.min(slowest, Math.max(1, (now() - start) / (rounds * referenceMilliseconds)));
}

let sampledAt = -Infinity;
/** Two, because a short sample may happen to run undisturbed on a busy machine. */
let lastTwo = [1, 1];

/**
 * 1 on the reference machine or a faster one; 2 while everything takes twice as long, because the machine is slower or
 * because other programs use it.
 */
export function slowness(): number {
  if (now() - sampledAt > sampleEvery) {
    lastTwo = [lastTwo[1]!, sample()];
    sampledAt = now();
  }
  return Math.max(...lastTwo);
}

/**
 * A time limit for this machine as it is now. Tests wait for conditions: a limit only says when to give up, so it is at
 * least five times what is usual.
 *
 * @param milliseconds On the idle reference machine.
 * @returns Milliseconds.
 */
export const scaledTimeout = (milliseconds: number): number => Math.round(milliseconds * slowness());
