// A person's devices: the recipients that messages are encrypted for.
import type { DevicesInfo, Input } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { checkOptionalName } from '../../core/checks.ts';
import { approveFirst, type Approvals } from './approvals.ts';
import { type DeviceNotices, listDevices } from './deviceNotices.ts';
import type { Transaction } from '../../db/store.ts';
import type { Actor, Tokens } from '../signIn/tokens.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

interface DevicePorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits'> {
  tokens: Tokens;
  deviceNotices: DeviceNotices;
  approvals: Pick<Approvals, 'startsOverAt'>;
}

/** The maximum length of a device's description of itself, in characters. */
const descriptionMax = 64;
const describe = (text: string) => text.replaceAll('\0', '').slice(0, descriptionMax);

/** Deletes the copies queued for these devices, and the devices' cursors. */
async function deleteCopies(tx: Transaction, identifier: string, devices: readonly string[]): Promise<void> {
  await tx.deleteFrom('device_cursor').where('identifier', '=', identifier).where('device', 'in', devices).execute();
  await tx
    .deleteFrom('device_copy')
    .where('identifier', '=', identifier)
    .where('device', 'in', devices)
    .where('envelope', 'is not', null)
    .execute();
}

/**
 * Deletes devices with their keys and data. The device's row goes first, because of acks: see messages/sync/acks.ts.
 */
async function deleteDevices(tx: Transaction, identifier: string, devices: readonly string[]): Promise<void> {
  await tx.deleteFrom('device').where('identifier', '=', identifier).where('device', 'in', devices).execute();
  await deleteCopies(tx, identifier, devices);
}

export type Devices = ReturnType<typeof createDevices>;

export function createDevices({ db, tokens, deviceNotices, approvals, limits, clock }: DevicePorts) {
  /** Removes idle devices. It skips devices that became active again, or were removed, in the meantime. */
  async function removeIdle(identifier: string, idleSince: number): Promise<void> {
    const idle = await db.transaction().execute(async (tx) => {
      await deviceNotices.lock(tx, identifier);
      const found = await tx
        .selectFrom('device')
        .select('device')
        .where('identifier', '=', identifier)
        .where('seen_at', '<=', idleSince)
        .execute();
      const removed = found.map(({ device }) => device);
      if (removed.length === 0) return { removed, emit: () => undefined };
      await deleteDevices(tx, identifier, removed);
      return { removed, emit: await deviceNotices.add(tx, { identifier, device: '' }, { removed }) };
    });
    for (const device of idle.removed) await tokens.revokeDevice(identifier, device);
    idle.emit();
  }

  return {
    /**
     * Records that the device is in use. The first device of an account is approved; beyond the limit of unapproved
     * devices the oldest of these is removed, never an approved one.
     * @returns whether the device is new
     */
    async register(
      { identifier, device }: Actor,
      { deviceName, system, address }: { deviceName: string; system: string; address: string },
    ): Promise<boolean> {
      const now = clock();
      const values = { name: describe(deviceName), system: describe(system), seen_at: now };
      const known = await db
        .updateTable('device')
        .set(values)
        .where('identifier', '=', identifier)
        .where('device', '=', device)
        .returning('approved')
        .executeTakeFirst();
      if (known?.approved) return false;
      const added = await db.transaction().execute(async (tx) => {
        // Without the lock, two new devices at once could both count as the last allowed one.
        await deviceNotices.lock(tx, identifier);
        const { numInsertedOrUpdatedRows: isNew } = await tx
          .insertInto('device')
          .values((of) => ({
            identifier,
            device,
            created_at: now,
            ...values,
            address,
            // A new device does not get notices from before it existed.
            notice_seq: of.selectFrom('person').select('notice_seq').where('identifier', '=', identifier),
          }))
          .onConflict((on) => on.doNothing())
          .executeTakeFirst();
        const isFirst = await approveFirst(tx, { identifier, device });
        if (isNew === 0n)
          return isFirst ? { removed: [], emit: await deviceNotices.add(tx, { identifier, device }, {}) } : null;
        // A message in flight when the device was last removed may have left a copy.
        await deleteCopies(tx, identifier, [device]);
        const surplus = await tx
          .selectFrom('device')
          .select('device')
          .where('identifier', '=', identifier)
          .where('device', '<>', device)
          .where('approved', '=', false)
          .orderBy('created_at', 'desc')
          .offset(limits.unapprovedDevicesPerUser - (isFirst ? 0 : 1))
          .execute();
        const removed = surplus.map((found) => found.device);
        if (removed.length > 0) await deleteDevices(tx, identifier, removed);
        return { removed, emit: await deviceNotices.add(tx, { identifier, device }, { added: [device], removed }) };
      });
      if (!added) return false;
      for (const name of added.removed) await tokens.revokeDevice(identifier, name);
      added.emit();
      return !known;
    },

    /** What a device that has registered is pushed. */
    async infoOf({ identifier }: Actor): Promise<Input<DevicesInfo>> {
      const all = (await listDevices(db, identifier)).map(({ approved, ...device }) => ({ device, approved }));
      const withApproval = (wanted: boolean) =>
        all.filter(({ approved }) => approved === wanted).map((one) => one.device);
      return { identifier, devices: withApproval(true), unapproved: withApproval(false) };
    },

    /** The person's devices, last seen first. The caller's own device counts as in use. */
    async listOf({ identifier, device }: Actor) {
      await db
        .updateTable('device')
        .set({ seen_at: clock() })
        .where('identifier', '=', identifier)
        .where('device', '=', device)
        .execute();
      const list = await db
        .selectFrom('device')
        .select([
          'device as deviceId',
          'name as deviceName',
          'given_name as givenName',
          'system',
          'created_at as created',
          'seen_at as lastSeen',
          'approved',
          'address',
        ])
        .where('identifier', '=', identifier)
        .where('seen_at', '>', clock() - limits.deviceIdleFor)
        .orderBy('seen_at', 'desc')
        .orderBy('created_at', 'desc')
        .execute();
      const startsOver = await approvals.startsOverAt(identifier);
      return list.map((entry) => ({
        ...entry,
        address: entry.approved ? '' : entry.address,
        startsOverAt: startsOver.get(entry.deviceId) ?? 0,
      }));
    },

    /**
     * Names one of this person's devices; an empty name removes it.
     * @throws Fault NO_AUTH when it is not theirs, BAD_NAME.
     */
    async rename({ identifier }: Actor, device: string, name: string): Promise<void> {
      const renamed = await db
        .updateTable('device')
        .set({ given_name: checkOptionalName(name, limits.nameMax) })
        .where('identifier', '=', identifier)
        .where('device', '=', device)
        .returning('device')
        .executeTakeFirst();
      if (!renamed) throw new Fault('NO_AUTH');
    },

    /**
     * Ends the sessions of one of this person's devices and removes it.
     * @throws Fault NO_AUTH when it is not theirs.
     */
    async signOut(actor: Actor, device: string): Promise<void> {
      const { identifier } = actor;
      const found = await db
        .selectFrom('device')
        .select('device')
        .where('identifier', '=', identifier)
        .where('device', '=', device)
        .executeTakeFirst();
      if (!found) throw new Fault('NO_AUTH');
      // The sessions end first: if the rest fails it can be repeated, and the device is signed out in any case.
      await tokens.revokeDevice(identifier, device, { removed: device !== actor.device });
      const emit = await db.transaction().execute(async (tx) => {
        await deviceNotices.lock(tx, identifier);
        await deleteDevices(tx, identifier, [device]);
        return deviceNotices.add(tx, actor, { removed: [device] });
      });
      emit();
    },

    /** Removes devices that were unused for `deviceIdleFor`. */
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
