// Works on devices, one piece of work at a time for each: what it changes is written at its end, or not at all.
import type { AccountDb } from '@amber/client/db';
import type { Device } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Table } from 'dexie';
import { createKeyedQueue } from '../kit/keyedQueue.ts';
import { cryptoFault } from './cryptoFault.ts';
import { createPins, type IdentityEvent, type Pins } from './pins.ts';
import { createSessions, type Sessions } from './session.ts';
import { addressOf, type CryptoTables, type MyIdentityRow } from './tables.ts';
import { createUnitOfWork, type UnitOfWork } from './unitOfWork.ts';

/** One unit of work on sessions, pins and keys, written at its end or not at all. */
export interface UnitContext {
  work: UnitOfWork;
  sessions: Sessions;
  pins: Pins;
  /** @throws Fault corrupt_store when this device has no keys. */
  own(): MyIdentityRow;
  /** Whether it has something to write or to announce. */
  hasChanges(): boolean;
}

export interface UnitRunnerPorts {
  db: AccountDb;
  tables: CryptoTables;
  me: Device;
  now(): number;
  /** A key or device is new: called inside the transaction that stores it, which holds `recordTables` too. */
  recordChange?: ((event: IdentityEvent) => Promise<void>) | undefined;
  recordTables?: Table[] | undefined;
  /** The same, after it has been stored. */
  onChanged?: ((event: IdentityEvent) => void) | undefined;
  /** What came from this device counts from now on: called inside the same transaction. */
  recordTrusted?: ((device: Device) => Promise<void>) | undefined;
  /** The same, after it has been stored. */
  onTrusted?: ((device: Device) => void) | undefined;
  /** Whether this engine may still write the keys: asked inside the transaction that does. */
  isOwner?: (() => Promise<boolean>) | undefined;
}

export interface UnitRunner {
  /** Works on these devices exclusively. What `commit` has written is announced at the end. */
  runUnit<T>(
    devices: readonly Device[],
    run: (context: UnitContext, commit: () => Promise<void>) => Promise<T>,
    options?: { quietly?: boolean },
  ): Promise<T>;
  /**
   * The same in a separate transaction, which `also` joins. An error is thrown after its findings are stored. `quietly`:
   * nothing is announced.
   */
  runInTransaction<T>(
    devices: readonly Device[],
    run: (context: UnitContext) => Promise<T>,
    options?: { quietly?: boolean; beforeCommit?: (result: T) => Promise<void> | undefined },
  ): Promise<T>;
}

export function createUnitRunner({
  db,
  tables,
  me,
  now,
  recordChange,
  recordTables = [],
  onChanged,
  recordTrusted,
  onTrusted,
  isOwner,
}: UnitRunnerPorts): UnitRunner {
  const allTables = [...new Set([...(Object.values(tables) as Table[]), ...recordTables])];
  const queue = createKeyedQueue();

  function runUnit<T>(
    devices: readonly Device[],
    run: (context: UnitContext, commit: () => Promise<void>) => Promise<T>,
    { quietly = false } = {},
  ): Promise<T> {
    return queue.run([...new Set(devices.map(addressOf))], async () => {
      const work = createUnitOfWork();
      const events: IdentityEvent[] = [];
      const trustedDevices: Device[] = [];
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
        onTrusted: (device) => trustedDevices.push(device),
        emit: (item) => {
          if (!quietly) events.push(item);
        },
      });
      const sessions = createSessions({ work, tables, own, pins, now });
      const result = await run(
        { work, sessions, pins, own, hasChanges: () => work.hasWrites() || events.length > 0 },
        async () => {
          // What was read may be older than what another engine has written meanwhile: a ratchet never goes back.
          if (isOwner && !(await isOwner())) throw new Fault('STORAGE');
          await work.commit();
          for (const item of events) await recordChange?.(item);
          for (const device of trustedDevices) await recordTrusted?.(device);
          committed = true;
        },
      );
      if (committed) {
        events.forEach((item) => onChanged?.(item));
        trustedDevices.forEach((device) => onTrusted?.(device));
      }
      return result;
    });
  }

  const runInTransaction: UnitRunner['runInTransaction'] = (devices, run, options) =>
    runUnit(
      devices,
      async (context, commit) => {
        const [outcome] = await Promise.allSettled([run(context)]);
        if (context.hasChanges())
          await db.transaction('rw', allTables, async () => {
            if (outcome.status === 'fulfilled') await options?.beforeCommit?.(outcome.value);
            await commit();
          });
        return outcome;
      },
      options,
    ).then((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });

  return { runUnit, runInTransaction };
}
