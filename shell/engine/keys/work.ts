// Works on devices, one piece of work at a time for each: what it changes is written at its end, or not at all.
import type { AccountDb } from '@amber/client/db';
import type { Device } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Table } from 'dexie';
import { createQueue } from '../kit/queue.ts';
import { cryptoFault } from './failure.ts';
import { createPins, type IdentityNews, type Pins } from './identity.ts';
import { createSessions, type Sessions } from './session.ts';
import { addressOf, type CryptoTables, type MyIdentityRow } from './tables.ts';
import { createUnitOfWork, type UnitOfWork } from './unitOfWork.ts';

/** One unit of work on sessions, pins and keys, written at its end or not at all. */
export interface Working {
  work: UnitOfWork;
  sessions: Sessions;
  pins: Pins;
  /** @throws Fault corrupt_store when this device has no keys. */
  own(): MyIdentityRow;
  /** Whether it has something to write or to announce. */
  hasNews(): boolean;
}

export interface WorkPorts {
  db: AccountDb;
  tables: CryptoTables;
  me: Device;
  now(): number;
  /** A key or device is new: called inside the transaction that stores it, which holds `recordTables` too. */
  record?: ((news: IdentityNews) => Promise<void>) | undefined;
  recordTables?: Table[] | undefined;
  /** The same, after it has been stored. */
  changed?: ((news: IdentityNews) => void) | undefined;
  /** What came from this device counts from now on: called inside the same transaction. */
  recordTaken?: ((device: Device) => Promise<void>) | undefined;
  /** The same, after it has been stored. */
  taken?: ((device: Device) => void) | undefined;
  /** Whether this engine may still write the keys: asked inside the transaction that does. */
  isOwner?: (() => Promise<boolean>) | undefined;
}

export interface Work {
  /** Works on these devices exclusively. What `commit` has written is announced at the end. */
  working<T>(
    devices: readonly Device[],
    run: (here: Working, commit: () => Promise<void>) => Promise<T>,
    options?: { quietly?: boolean },
  ): Promise<T>;
  /**
   * The same in a separate transaction, which `also` joins. An error is thrown after its findings are stored. `quietly`:
   * nothing is announced.
   */
  alone<T>(
    devices: readonly Device[],
    run: (here: Working) => Promise<T>,
    options?: { quietly?: boolean; also?: (result: T) => Promise<void> | undefined },
  ): Promise<T>;
}

export function createWork({
  db,
  tables,
  me,
  now,
  record,
  recordTables = [],
  changed,
  recordTaken,
  taken,
  isOwner,
}: WorkPorts): Work {
  const all = [...new Set([...(Object.values(tables) as Table[]), ...recordTables])];
  const inOrder = createQueue();

  function working<T>(
    devices: readonly Device[],
    run: (here: Working, commit: () => Promise<void>) => Promise<T>,
    { quietly = false } = {},
  ): Promise<T> {
    return inOrder.run([...new Set(devices.map(addressOf))], async () => {
      const work = createUnitOfWork();
      const news: IdentityNews[] = [];
      const takenOf: Device[] = [];
      let committed = false;
      const people = new Set(devices.map(({ identifier }) => identifier));
      // Rows that nearly all work starts with are read together: every transaction costs a round trip to the browser's
      // process.
      const mine = await db.transaction('r', tables.identity, tables.sessions, tables.pins, async () => {
        const own = tables.identity.get('me') as Promise<MyIdentityRow | undefined>;
        await Promise.all([
          ...devices.map((device) => work.get(tables.sessions, addressOf(device))),
          ...[...people].map((identifier) => work.list(tables.pins, identifier)),
        ]);
        return own;
      });
      const own = () => {
        if (!mine) throw cryptoFault('corrupt_store');
        return mine;
      };
      const pins = createPins({
        work,
        tables,
        now,
        me,
        taken: (device) => takenOf.push(device),
        tell: (item) => {
          if (!quietly) news.push(item);
        },
      });
      const sessions = createSessions({ work, tables, own, pins, now });
      const result = await run(
        { work, sessions, pins, own, hasNews: () => work.hasWrites() || news.length > 0 },
        async () => {
          // What was read may be older than what another engine has written meanwhile: a ratchet never goes back.
          if (isOwner && !(await isOwner())) throw new Fault('STORAGE');
          await work.commit();
          for (const item of news) await record?.(item);
          for (const device of takenOf) await recordTaken?.(device);
          committed = true;
        },
      );
      if (committed) {
        news.forEach((item) => changed?.(item));
        takenOf.forEach((device) => taken?.(device));
      }
      return result;
    });
  }

  const alone: Work['alone'] = (devices, run, options) =>
    working(
      devices,
      async (here, commit) => {
        const [outcome] = await Promise.allSettled([run(here)]);
        if (here.hasNews())
          await db.transaction('rw', all, async () => {
            if (outcome.status === 'fulfilled') await options?.also?.(outcome.value);
            await commit();
          });
        return outcome;
      },
      options,
    ).then((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });

  return { working, alone };
}
