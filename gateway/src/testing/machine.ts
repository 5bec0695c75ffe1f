// Measures how slow this machine is during the tests: timeouts are multiplied by it.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Set for child processes, so that a run measures once. */
const variable = 'AMBER_MACHINE';
/** How long the task below takes on the idle reference machine. */
const referenceMilliseconds = 550;
/** A slower machine proves nothing about the product. */
const slowest = 8;

/** Hashes on a second thread, as a test and the gateway run at the same time. */
const task = `
  const { createHash } = process.getBuiltinModule('node:crypto');
  const bytes = Buffer.alloc(65536);
  for (let round = 0; round < 8000; round += 1) createHash('sha256').update(bytes).digest();
`;

const runTask = () =>
  new Promise<void>((resolve, reject) => {
    new Worker(task, { eval: true }).once('error', reject).once('exit', () => resolve());
  });

async function measure(): Promise<number> {
  const start = performance.now();
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, runTask));
  return Math.min(slowest, Math.max(1, (performance.now() - start) / referenceMilliseconds));
}

const said = Number(process.env[variable]);
/** 1 on the reference machine or a faster one; 2 where everything takes twice as long. */
export const machine: number = said >= 1 ? said : await measure();
process.env[variable] = machine.toFixed(2);

/** A timeout in milliseconds for this machine. Tests wait for conditions: a timeout only says when to give up. */
export const atMost = (milliseconds: number): number => Math.round(milliseconds * machine);
