// Approval of a person's devices: the first is approved automatically, any other one by an approved device.
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../db/store.ts';
import type { Actor } from '../signIn/tokens.ts';
import type { DeviceRef } from '../../messages/sync/storedRows.ts';
import type { DeviceNotices } from './deviceNotices.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

interface ApprovalPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits'> {
  deviceNotices: DeviceNotices;
}

const devicesOf = (tx: Db, identifier: string) =>
  tx.selectFrom('device').selectAll().where('identifier', '=', identifier);

/** Whether the account has an approved device with keys: only such a device can approve another one. */
const hasApproved = async (tx: Transaction, identifier: string): Promise<boolean> =>
  (await devicesOf(tx, identifier)
    .where('approved', '=', true)
    .where((of) =>
      of.exists(
        of
          .selectFrom('device_keys')
          .select('device_keys.device')
          .whereRef('device_keys.identifier', '=', 'device.identifier')
          .whereRef('device_keys.device', '=', 'device.device'),
      ),
    )
    .executeTakeFirst()) !== undefined;

/** Approves this device and revokes the approval of the person's other devices. */
async function approveOnly(tx: Transaction, { identifier, device }: DeviceRef): Promise<void> {
  await tx
    .updateTable('device')
    .set({ approved: sql<boolean>`device = ${device}`, claimed_at: null })
    .where('identifier', '=', identifier)
    .execute();
}

/**
 * Approves the device of an account that has no approved one. Must be called under the person's lock.
 * @returns whether the device is approved
 */
export async function approveFirst(tx: Transaction, me: DeviceRef): Promise<boolean> {
  const here = await devicesOf(tx, me.identifier).where('device', '=', me.device).executeTakeFirst();
  if (!here || here.approved) return here?.approved ?? false;
  if (await hasApproved(tx, me.identifier)) return false;
  await approveOnly(tx, me);
  return true;
}

/** Whether the gateway counts this device as approved. */
export const isApproved = async (db: Db, { identifier, device }: DeviceRef): Promise<boolean> =>
  (await devicesOf(db, identifier).where('device', '=', device).executeTakeFirst())?.approved ?? false;

export type Approvals = ReturnType<typeof createApprovals>;

export function createApprovals({ db, deviceNotices, limits, clock }: ApprovalPorts) {
  /** When a device that asked at `claimedAt` may become the first device; both in milliseconds since 1970. */
  async function resetAllowedAt(tx: Db, identifier: string, claimedAt: number): Promise<number> {
    const approved = await devicesOf(tx, identifier).where('approved', '=', true).execute();
    return Math.max(claimedAt, ...approved.map(({ seen_at }) => seen_at)) + limits.startOverAfter;
  }

  /** Makes the device with the oldest claim the first device, if its waiting time is over. */
  async function grantClaim(identifier: string): Promise<void> {
    const emit = await db.transaction().execute(async (tx) => {
      await deviceNotices.lock(tx, identifier);
      const claim = await devicesOf(tx, identifier)
        .where('claimed_at', 'is not', null)
        .orderBy('claimed_at')
        .executeTakeFirst();
      if (!claim || clock() < (await resetAllowedAt(tx, identifier, claim.claimed_at!))) return undefined;
      await approveOnly(tx, claim);
      return deviceNotices.add(tx, { identifier, device: '' }, {});
    });
    emit?.();
  }

  return {
    /**
     * Approves a device of the same person.
     * @throws Fault NO_AUTH unless the actor's device is approved and the other is theirs; DEVICES_FULL
     */
    async approve(actor: Actor, device: string): Promise<void> {
      const { identifier } = actor;
      const emit = await db.transaction().execute(async (tx) => {
        await deviceNotices.lock(tx, identifier);
        const all = await devicesOf(tx, identifier).execute();
        const found = all.find((one) => one.device === device);
        if (!found || !all.some((one) => one.device === actor.device && one.approved)) throw new Fault('NO_AUTH');
        if (found.approved) return undefined;
        if (all.filter(({ approved }) => approved).length >= limits.devicesPerUser) throw new Fault('DEVICES_FULL');
        await tx
          .updateTable('device')
          .set({ approved: true, claimed_at: null, address: '' })
          .where('identifier', '=', identifier)
          .where('device', '=', device)
          .execute();
        return deviceNotices.add(tx, actor, {});
      });
      emit?.();
    },

    /**
     * Claims to be the first device; a repeated claim is granted once its time has come. Returns that time in
     * milliseconds since 1970; 0 when the device is approved.
     */
    async claim(actor: Actor): Promise<number> {
      const { identifier, device } = actor;
      const emit = await db.transaction().execute(async (tx) => {
        await deviceNotices.lock(tx, identifier);
        const { numUpdatedRows } = await tx
          .updateTable('device')
          .set({ claimed_at: clock() })
          .where('identifier', '=', identifier)
          .where('device', '=', device)
          .where('approved', '=', false)
          .where('claimed_at', 'is', null)
          .executeTakeFirst();
        return numUpdatedRows > 0n ? deviceNotices.add(tx, actor, {}) : undefined;
      });
      emit?.();
      await grantClaim(identifier);
      const here = await devicesOf(db, identifier).where('device', '=', device).executeTakeFirst();
      return here && here.claimed_at !== null ? resetAllowedAt(db, identifier, here.claimed_at) : 0;
    },

    /**
     * When each of these devices may become the first, in milliseconds since 1970; devices without a claim are absent.
     */
    async startsOverAt(identifier: string): Promise<Map<string, number>> {
      const claims = await devicesOf(db, identifier).where('claimed_at', 'is not', null).execute();
      return new Map(
        await Promise.all(
          claims.map(
            async ({ device, claimed_at }) => [device, await resetAllowedAt(db, identifier, claimed_at!)] as const,
          ),
        ),
      );
    },

    /** Grants the claims whose waiting time is over. */
    async grantClaims(): Promise<void> {
      const claims = await db
        .selectFrom('device')
        .select('identifier')
        .distinct()
        .where('claimed_at', '<=', clock() - limits.startOverAfter)
        .execute();
      for (const { identifier } of claims) await grantClaim(identifier);
    },
  };
}
