// Runs again what PostgreSQL gave up in favour of somebody else: a deadlock, or two changes that no order explains.
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@amber/proto/limits';
import { codeOf } from '../doors/refusal.ts';

const gaveWay: ReadonlySet<string> = new Set(['40P01', '40001']);

/**
 * What `work` gives, which must be one whole transaction, or one statement that is none's part: of those the database
 * has kept nothing when it says this, so that running them again does them once.
 * @throws whatever `work` throws at last.
 */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === limits.storeTries || !gaveWay.has(codeOf(error))) throw error;
    }
    // At random, so that two which met do not meet again.
    await sleep(Math.random() * limits.storePause * 2 ** tries);
  }
}
