// Runs the gateway requests that were enqueued with stored rows, and retries each until it succeeds.
import { Fault } from '@amber/proto/faults';
import type { ProblemKind } from '@amber/proto/problems';
import { type Observable, ReplaySubject } from 'rxjs';
import type { AccountContext } from '../kit/accountContext.ts';
import { createKeyedQueue } from '../kit/keyedQueue.ts';
import { deleteIdentityRow, type FollowUp, getIdentityRow, listIdentityIds } from '../keys/identityRows.ts';

interface FollowUpPorts extends Pick<AccountContext, 'db' | 'retrier' | 'warn'> {
  /** The handler of each kind. A handler that waits ends with `closed$`. */
  handlers: {
    [Kind in FollowUp['kind']]: (
      followUp: Extract<FollowUp, { kind: Kind }>,
      closed$: Observable<unknown>,
    ) => Promise<unknown>;
  };
}

export interface FollowUps {
  /** Runs the enqueued requests. A request that fails stays enqueued for the next connection and the next start. */
  flush(): void;
  /** Starts no further requests. */
  close(): void;
}

/** The kind of problem that is logged when a follow-up request fails. */
const problemKindOf: Record<FollowUp['kind'], ProblemKind> = {
  group: 'group',
  space: 'space',
  devices: 'keepDevices',
  tellDevices: 'keepDevices',
  ownDevices: 'keepDevices',
  dismissed: 'group',
  newKeys: 'newKeys',
};

export function createFollowUps({ db, retrier, handlers, warn }: FollowUpPorts): FollowUps {
  const queue = createKeyedQueue();
  // A handler may begin to wait only after the end.
  const closed$ = new ReplaySubject<void>(1);
  let closed = false;

  async function runFollowUp(id: string): Promise<void> {
    const pending = closed ? undefined : await getIdentityRow(db, 'followUp:', id);
    if (!pending) return;
    try {
      await (handlers[pending.kind] as (followUp: FollowUp, closed$: Observable<unknown>) => Promise<unknown>)(
        pending,
        closed$,
      );
    } catch (thrown) {
      if (closed) return;
      warn(problemKindOf[pending.kind])(thrown);
      // A refusal by the gateway (such as for a group that I have left) is final.
      if (Fault.of(thrown).kind !== 'business') return retrier.schedule(pending.key, thrown, flush);
    }
    retrier.reset(pending.key);
    await db.transaction('rw', db.identity, async () => {
      // If the request was enqueued again in the meantime, it runs again.
      if ((await getIdentityRow(db, 'followUp:', id))?.serial === pending.serial)
        await deleteIdentityRow(db, 'followUp:', id);
    });
  }

  async function runAll(): Promise<void> {
    const ids = await listIdentityIds(db, 'followUp:');
    await Promise.all(ids.map((id) => queue.run([id], () => runFollowUp(id))));
  }

  // If the database fails, all requests stay enqueued.
  const flush = () => void runAll().catch(() => {});

  return {
    flush,
    close() {
      closed = true;
      closed$.next();
    },
  };
}
