// Retries transactions that PostgreSQL aborted: deadlocks and serialization failures.
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@amber/proto/limits';
import { codeOf } from '../core/toClientFault.ts';

const retryableCodes: ReadonlySet<string> = new Set(['40P01', '40001']);

/**
 * Runs `task`, which must be one whole transaction, or one statement outside any: PostgreSQL rolled back an aborted one
 * completely, so a retry applies it once.
 * @throws the last error of `task`.
 */
export async function retryOnConflict<T>(task: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await task();
    } catch (error) {
      if (tries === limits.transactionAttempts || !retryableCodes.has(codeOf(error))) throw error;
    }
    // The backoff is random, so that two transactions that collided do not collide again.
    await sleep(Math.random() * limits.transactionBackoff * 2 ** tries);
  }
}
