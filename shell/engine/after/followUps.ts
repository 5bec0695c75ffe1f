// Makes the requests to the gateway that follow from what was stored, and retries each until it succeeds.
import type { AccountDb } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { createQueue } from '../kit/queue.ts';
import type { TryAgain } from '../kit/tryAgain.ts';
import { type FollowUp, followUpPrefix, type NotedFollowUp } from '../rows/noteFollowUps.ts';

interface FollowUpPorts {
  db: AccountDb;
  tryAgain: TryAgain;
  /** How each kind is carried out. */
  work: { [Kind in FollowUp['kind']]: (followUp: Extract<FollowUp, { kind: Kind }>) => Promise<unknown> };
  failed(kind: FollowUp['kind'], thrown: unknown): void;
}

export interface FollowUps {
  /** Does what is noted. What cannot be done now stays noted for the next connection, and for the next start. */
  goOn(): void;
  /** Starts nothing more. */
  close(): void;
}

export function createFollowUps({ db, tryAgain, work, failed }: FollowUpPorts): FollowUps {
  const queue = createQueue();
  let closed = false;

  async function follow(key: string): Promise<void> {
    const noted = closed ? undefined : ((await db.identity.get(key)) as NotedFollowUp | undefined);
    if (!noted) return;
    try {
      await (work[noted.kind] as (followUp: FollowUp) => Promise<unknown>)(noted);
    } catch (thrown) {
      if (closed) return;
      failed(noted.kind, thrown);
      // A refusal by the gateway, such as for a group that I have left, ends it.
      if (Fault.of(thrown).kind !== 'business') return tryAgain.later(key, thrown, goOn);
    }
    tryAgain.forget(key);
    await db.transaction('rw', db.identity, async () => {
      // If noted again meanwhile, it is done again.
      if (((await db.identity.get(key)) as NotedFollowUp | undefined)?.serial === noted.serial)
        await db.identity.delete(key);
    });
  }

  async function followAll(): Promise<void> {
    const keys = await db.identity.where('key').startsWith(followUpPrefix).primaryKeys();
    await Promise.all(keys.map((key) => queue.run([key], () => follow(key))));
  }

  // If the database fails, all of it stays noted.
  const goOn = () => void followAll().catch(() => {});

  return {
    goOn,
    close() {
      closed = true;
    },
  };
}
