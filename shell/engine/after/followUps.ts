// Runs the gateway requests that were enqueued with stored rows, and retries each until it succeeds.
import type { AccountDb } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { createKeyedQueue } from '../kit/keyedQueue.ts';
import type { Retrier } from '../kit/retrier.ts';
import { type FollowUp, followUpPrefix, type FollowUpRow } from '../rows/enqueueFollowUps.ts';

interface FollowUpPorts {
  db: AccountDb;
  retrier: Retrier;
  /** The handler of each kind. */
  handlers: { [Kind in FollowUp['kind']]: (followUp: Extract<FollowUp, { kind: Kind }>) => Promise<unknown> };
  onError(kind: FollowUp['kind'], thrown: unknown): void;
}

export interface FollowUps {
  /** Runs the enqueued requests. A request that fails stays enqueued for the next connection and the next start. */
  flush(): void;
  /** Starts no further requests. */
  close(): void;
}

export function createFollowUps({ db, retrier, handlers, onError }: FollowUpPorts): FollowUps {
  const queue = createKeyedQueue();
  let closed = false;

  async function runFollowUp(key: string): Promise<void> {
    const pending = closed ? undefined : ((await db.identity.get(key)) as FollowUpRow | undefined);
    if (!pending) return;
    try {
      await (handlers[pending.kind] as (followUp: FollowUp) => Promise<unknown>)(pending);
    } catch (thrown) {
      if (closed) return;
      onError(pending.kind, thrown);
      // A refusal by the gateway (such as for a group that I have left) is final.
      if (Fault.of(thrown).kind !== 'business') return retrier.schedule(key, thrown, flush);
    }
    retrier.reset(key);
    await db.transaction('rw', db.identity, async () => {
      // If the request was enqueued again in the meantime, it runs again.
      if (((await db.identity.get(key)) as FollowUpRow | undefined)?.serial === pending.serial)
        await db.identity.delete(key);
    });
  }

  async function runAll(): Promise<void> {
    const keys = await db.identity.where('key').startsWith(followUpPrefix).primaryKeys();
    await Promise.all(keys.map((key) => queue.run([key], () => runFollowUp(key))));
  }

  // If the database fails, all requests stay enqueued.
  const flush = () => void runAll().catch(() => {});

  return {
    flush,
    close() {
      closed = true;
    },
  };
}
