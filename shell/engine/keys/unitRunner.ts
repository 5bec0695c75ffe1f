// Runs units of work on devices, one at a time for each device. The changes of a unit are written at its end or not at
// all.
import type { AccountDb } from '@amber/client/db';
import type { Device } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Table } from 'dexie';
import { createKeyedQueue } from '../kit/keyedQueue.ts';
import { cryptoFault } from './cryptoFault.ts';
import { createPins, type IdentityEvent, type Pins } from './pins.ts';
import { createSessions, type Sessions } from './session.ts';
import { getIdentityRow } from './identityRows.ts';
import { addressOf, type CryptoTables, type MyIdentityRow } from './tables.ts';
import { createUnitOfWork, type UnitOfWork } from './unitOfWork.ts';

/** One unit of work on sessions, pins and keys, which is written at its end or not at all. */
export interface UnitContext {
  work: UnitOfWork;
  sessions: Sessions;
  pins: Pins;
  /** @throws Fault corrupt_store if this device has no keys. */
  own(): MyIdentityRow;
  /** Whether the unit has something to write or to announce. */
  hasChanges(): boolean;
}

export interface UnitRunnerPorts {
  db: AccountDb;
  tables: CryptoTables;
  me: Device;
  now(): number;
  /** Called with a new key or device inside the transaction that stores it, which also holds `recordTables`. */
  recordChange?: ((event: IdentityEvent) => Promise<void>) | undefined;
  recordTables?: Table[] | undefined;
  /** Called with the same event after the commit. */
  onChanged?: ((event: IdentityEvent) => void) | undefined;
  /** Called inside the same transaction when messages of this device begin to have effect. */
  recordTrusted?: ((device: Device) => Promise<void>) | undefined;
  /** Called with the same device after the commit. */
  onTrusted?: ((device: Device) => void) | undefined;
  /** Whether this engine may still write the keys. Called inside the transaction that writes them. */
  isOwner?: (() => Promise<boolean>) | undefined;
}

export interface UnitRunner {
  /** Runs a unit with exclusive access to these devices. Events are announced at the end if `commit` was called. */
  runUnit<T>(
    devices: readonly Device[],
    run: (context: UnitContext, commit: () => Promise<void>) => Promise<T>,
    options?: { quietly?: boolean },
  ): Promise<T>;
  /**
   * Runs a unit in a transaction of its own, in which `beforeCommit` is also called. If the unit throws, its changes
   * are stored first. With `quietly` nothing is announced.
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
      // The rows that nearly every unit needs are read together, because each transaction costs a round trip to the
      // browser's process.
      const mine = await db.transaction('r', tables.identity, tables.sessions, tables.pins, async () => {
        const own = getIdentityRow(db, 'me');
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
          // Another engine may have written since these rows were read, and a ratchet must never go back.
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
