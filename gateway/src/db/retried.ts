// Retries transactions that PostgreSQL aborted: deadlocks and serialization failures.
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@amber/proto/limits';
import { codeOf } from '../core/refusal.ts';

const gaveWay: ReadonlySet<string> = new Set(['40P01', '40001']);

/**
 * Runs `work`, which must be one whole transaction, or one statement outside any: PostgreSQL rolled those back
 * completely, so a retry applies them once.
 * @throws the last error of `work`.
 */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === limits.storeTries || !gaveWay.has(codeOf(error))) throw error;
    }
    // Random, so that two that collided do not collide again.
    await sleep(Math.random() * limits.storePause * 2 ** tries);
  }
}
