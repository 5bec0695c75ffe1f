// Requests to the gateway that follow from what was stored: noted in the same transaction, retried until they succeed.
import type { AccountDb } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import type { CommandBodies } from '@amber/proto/systemCommands';
import { createQueue } from '../kit/queue.ts';
import type { TryAgain } from '../kit/tryAgain.ts';

/** Prefix of the kind and the id of what is still to be done. Earlier builds ignore such a row. */
const prefix = 'followUp:';

/**
 * The people of a group, a space and its rooms, which keys of a person still belong to a device, more one-time keys or
 * 'all' of this device's keys.
 * What was decided here about own devices, to be told to the others; what another own device has decided.
 * `id` is the group's, the space's, the person's, the row's.
 */
export type FollowUp =
  | { kind: 'group' | 'space'; id: string }
  | { kind: 'devices'; id: string; deviceIds: string[]; unapproved?: string[] }
  | { kind: 'tellDevices'; id: ''; at: number }
  | { kind: 'ownDevices'; id: string; by: string; decided: CommandBodies['ownDevices'] }
  | { kind: 'newKeys'; id: '' | 'all' };

type Noted = FollowUp & { key: string; serial: string };

/** Notes what is to be done; `goOn` does it. Must be called inside a transaction that holds `identity`. */
export async function noteFollowUps(db: AccountDb, followUps: readonly FollowUp[]): Promise<void> {
  if (followUps.length === 0) return;
  await db.identity.bulkPut(
    followUps.map((one): Noted => ({ ...one, key: `${prefix}${one.kind} ${one.id}`, serial: crypto.randomUUID() })),
  );
}

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
    const noted = closed ? undefined : ((await db.identity.get(key)) as Noted | undefined);
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
      if (((await db.identity.get(key)) as Noted | undefined)?.serial === noted.serial) await db.identity.delete(key);
    });
  }

  async function followAll(): Promise<void> {
    const keys = await db.identity.where('key').startsWith(prefix).primaryKeys();
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
