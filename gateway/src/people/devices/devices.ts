// A person's devices: who messages are sealed for.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import type { Transaction } from 'kysely';
import type { Clock } from '../../kit/clock.ts';
import type { DeviceNews } from './deviceNews.ts';
import type { Db } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import type { Actor, Tokens } from '../tokens.ts';

interface DevicePorts {
  db: Db;
  tokens: Tokens;
  news: DeviceNews;
  limits: Limits;
  clock: Clock;
}

/** What a device says of itself, as long as it is kept. */
const descriptionMax = 64;
const describe = (text: string) => text.replaceAll('\0', '').slice(0, descriptionMax);

/** The copies that wait for these devices, and where they stood. */
async function forget(tx: Transaction<Tables>, identifier: string, devices: readonly string[]): Promise<void> {
  await tx.deleteFrom('device_cursor').where('identifier', '=', identifier).where('device', 'in', devices).execute();
  await tx
    .deleteFrom('device_copy')
    .where('identifier', '=', identifier)
    .where('device', 'in', devices)
    .where('envelope', 'is not', null)
    .execute();
}

/** With their keys, and all that is kept for them. The device's row goes first, for the sake of acks: see delivery/acks.ts. */
async function remove(tx: Transaction<Tables>, identifier: string, devices: readonly string[]): Promise<void> {
  await tx.deleteFrom('device').where('identifier', '=', identifier).where('device', 'in', devices).execute();
  await forget(tx, identifier, devices);
}

export type Devices = ReturnType<typeof createDevices>;

export function createDevices({ db, tokens, news, limits, clock }: DevicePorts) {
  /** Those that came back to life, or are gone, in the meantime are left alone. */
  async function removeIdle(identifier: string, idleSince: number): Promise<void> {
    const idle = await db.transaction().execute(async (tx) => {
      await news.lock(tx, identifier);
      const found = await tx
        .selectFrom('device')
        .select('device')
        .where('identifier', '=', identifier)
        .where('seen_at', '<=', idleSince)
        .execute();
      const removed = found.map(({ device }) => device);
      if (removed.length === 0) return { removed, emit: () => undefined };
      await remove(tx, identifier, removed);
      return { removed, emit: await news.keep(tx, { identifier, device: '' }, { removed }) };
    });
    for (const device of idle.removed) await tokens.revokeDevice(identifier, device);
    idle.emit();
  }

  return {
    /** Notes that the device is in use; true when it is new. Beyond the limit the one that was idle longest is removed. */
    async register(
      { identifier, device }: Actor,
      { deviceName, system }: { deviceName: string; system: string },
    ): Promise<boolean> {
      const now = clock();
      const fresh = { name: describe(deviceName), system: describe(system), seen_at: now };
      const seen = await db
        .updateTable('device')
        .set(fresh)
        .where('identifier', '=', identifier)
        .where('device', '=', device)
        .executeTakeFirst();
      if (seen.numUpdatedRows > 0n) return false;
      const added = await db.transaction().execute(async (tx) => {
        // Two new devices at once must not both count themselves as the last allowed.
        await news.lock(tx, identifier);
        const { numInsertedOrUpdatedRows: isNew } = await tx
          .insertInto('device')
          .values((of) => ({
            identifier,
            device,
            created_at: now,
            ...fresh,
            // What this person was told before the device was there is not for the device.
            notice_seq: of.selectFrom('person').select('notice_seq').where('identifier', '=', identifier),
          }))
          .onConflict((on) => on.doNothing())
          .executeTakeFirst();
        if (isNew === 0n) return null;
        // A message that was being sent while the device was removed the last time may have left a copy.
        await forget(tx, identifier, [device]);
        const beyond = await tx
          .selectFrom('device')
          .select('device')
          .where('identifier', '=', identifier)
          .where('device', '<>', device)
          .orderBy('seen_at', 'desc')
          .orderBy('created_at', 'desc')
          .offset(limits.devicesPerUser - 1)
          .execute();
        const removed = beyond.map((found) => found.device);
        if (removed.length > 0) await remove(tx, identifier, removed);
        return { removed, emit: await news.keep(tx, { identifier, device }, { added: [device], removed }) };
      });
      if (!added) return false;
      for (const name of added.removed) await tokens.revokeDevice(identifier, name);
      added.emit();
      return true;
    },

    /** The last seen first. */
    listOf: (identifier: string) =>
      db
        .selectFrom('device')
        .select(['device as deviceId', 'name as deviceName', 'system', 'created_at as created', 'seen_at as lastSeen'])
        .where('identifier', '=', identifier)
        .where('seen_at', '>', clock() - limits.deviceIdleFor)
        .orderBy('seen_at', 'desc')
        .orderBy('created_at', 'desc')
        .execute(),

    /** Ends the sessions of one of this person's devices and forgets it. @throws Fault NO_AUTH when it is none of them. */
    async signOut(actor: Actor, device: string): Promise<void> {
      const { identifier } = actor;
      const found = await db
        .selectFrom('device')
        .select('device')
        .where('identifier', '=', identifier)
        .where('device', '=', device)
        .executeTakeFirst();
      if (!found) throw new Fault('NO_AUTH');
      // First: should the rest fail, it can be asked for again, and the device is out all the same.
      await tokens.revokeDevice(identifier, device);
      const emit = await db.transaction().execute(async (tx) => {
        await news.lock(tx, identifier);
        await remove(tx, identifier, [device]);
        return news.keep(tx, actor, { removed: [device] });
      });
      emit();
    },

    /** Removes what nobody has used for long. */
    async dropIdle(): Promise<void> {
      const idleSince = clock() - limits.deviceIdleFor;
      const idle = await db
        .selectFrom('device')
        .select('identifier')
        .distinct()
        .where('seen_at', '<=', idleSince)
        .execute();
      for (const { identifier } of idle) await removeIdle(identifier, idleSince);
    },
  };
}
