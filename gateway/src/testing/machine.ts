// The current slowness of this machine, by which the time limits of tests are multiplied.
import { createHash } from 'node:crypto';

/** The duration of one round on the idle reference machine. */
const referenceMilliseconds = 0.069;
/** The rounds take about ten milliseconds, so that a loaded scheduler interrupts them several times. */
const rounds = 150;
/**
 * Milliseconds between samples. The load of a machine changes within seconds; a sample costs a test a few milliseconds.
 */
const sampleEvery = 5_000;
/** The maximum factor: a slower machine proves nothing about the product. */
const slowest = 20;

const block = Buffer.alloc(65_536);

/** The real time, also in a test that has replaced the clock. */
const now = performance.now.bind(performance);

/** The factor by which work takes longer right now than on the idle reference machine. */
function sample(): number {
  const start = now();
  for (let round = 0; round < rounds; round += 1) createHash('sha256').update(block).digest();
  return Math.min(slowest, Math.max(1, (now() - start) / (rounds * referenceMilliseconds)));
}

let sampledAt = -Infinity;
/** The last two samples: a single short one may happen to run undisturbed on a busy machine. */
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
