// Makes the requests to the gateway that follow from what was stored, and retries each until it succeeds.
import type { AccountDb } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { createKeyedQueue } from '../kit/keyedQueue.ts';
import type { Retrier } from '../kit/retrier.ts';
import { type FollowUp, followUpPrefix, type FollowUpRow } from '../rows/enqueueFollowUps.ts';

interface FollowUpPorts {
  db: AccountDb;
  retrier: Retrier;
  /** How each kind is carried out. */
  handlers: { [Kind in FollowUp['kind']]: (followUp: Extract<FollowUp, { kind: Kind }>) => Promise<unknown> };
  failed(kind: FollowUp['kind'], thrown: unknown): void;
}

export interface FollowUps {
  /** Does what is noted. What cannot be done now stays noted for the next connection, and for the next start. */
  flush(): void;
  /** Starts nothing more. */
  close(): void;
}

export function createFollowUps({ db, retrier, handlers, failed }: FollowUpPorts): FollowUps {
  const queue = createKeyedQueue();
  let closed = false;

  async function runFollowUp(key: string): Promise<void> {
    const pending = closed ? undefined : ((await db.identity.get(key)) as FollowUpRow | undefined);
    if (!pending) return;
    try {
      await (handlers[pending.kind] as (followUp: FollowUp) => Promise<unknown>)(pending);
    } catch (thrown) {
      if (closed) return;
      failed(pending.kind, thrown);
      // A refusal by the gateway, such as for a group that I have left, ends it.
      if (Fault.of(thrown).kind !== 'business') return retrier.schedule(key, thrown, flush);
    }
    retrier.reset(key);
    await db.transaction('rw', db.identity, async () => {
      // If noted again meanwhile, it is done again.
      if (((await db.identity.get(key)) as FollowUpRow | undefined)?.serial === pending.serial)
        await db.identity.delete(key);
    });
  }

  async function runAll(): Promise<void> {
    const keys = await db.identity.where('key').startsWith(followUpPrefix).primaryKeys();
    await Promise.all(keys.map((key) => queue.run([key], () => runFollowUp(key))));
  }

  // If the database fails, all of it stays noted.
  const flush = () => void runAll().catch(() => {});

  return {
    flush,
    close() {
      closed = true;
    },
  };
}
