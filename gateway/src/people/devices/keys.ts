// Public keys of devices: each device publishes its own, and senders get them. A one-time key is handed out once.
import type {
  Device,
  DistributePreKeyReply_Bundle,
  InitPreKeyBundleRequest_Bundle,
  Input,
  OneTimePreKey,
} from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import type { DeviceRef } from '../../messages/sync/storedRows.ts';
import { approveFirst } from './approvals.ts';
import type { DeviceNotices } from './deviceNotices.ts';
import { checkBundle, checkOneTimeKeys } from './checkBundle.ts';
import { distributeKeysSql, type DistributedBundle } from './distributeKeys.ts';
import { createConcurrencyLimit } from '../../core/concurrencyLimit.ts';
import { checkMayWrite } from '../../messages/mayWrite.ts';
import type { Notices } from '../../messages/push/notices.ts';
import type { Db, Transaction } from '../../db/store.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

interface KeyPorts extends Pick<GatewayBase, 'pool' | 'db' | 'clock' | 'limits'> {
  notices: Notices;
  deviceNotices: DeviceNotices;
}

const hour = 60 * 60 * 1_000;
/**
 * The number of database connections that key requests may use at a time: requests for the same device wait for each
 * other.
 */
const handOutsAtOnce = 4;

export function createKeys({ pool, db, notices, deviceNotices, limits, clock }: KeyPorts) {
  const runLimited = createConcurrencyLimit({ count: handOutsAtOnce, waitingMax: limits.sendQueueMax });

  const keysOf = (tx: Db, { identifier, device }: DeviceRef) =>
    tx.selectFrom('device_keys').selectAll().where('identifier', '=', identifier).where('device', '=', device);

  const isSameKey = (a: Uint8Array | undefined, b: Uint8Array) => a !== undefined && Buffer.from(a).equals(b);

  /**
   * Stores keys with a new id, up to the limit. An id at or below the highest so far is already stored or was handed
   * out; a key that is handed out twice costs a message.
   */
  async function storeOneTimeKeys(
    tx: Transaction,
    { identifier, device }: DeviceRef,
    identity_key: Buffer,
    oneTimeKeys: readonly OneTimePreKey[],
  ): Promise<void> {
    const before = await tx
      .selectFrom('one_time_key_ids')
      .select('highest')
      .where('identifier', '=', identifier)
      .where('device', '=', device)
      .where('identity_key', '=', identity_key)
      .executeTakeFirst();
    const fresh = oneTimeKeys.filter(({ preKeyId }) => preKeyId > (before?.highest ?? 0));
    if (fresh.length === 0) return;
    const { here } = await tx
      .selectFrom('one_time_key')
      .select((of) => of.fn.countAll<number>().as('here'))
      .where('identifier', '=', identifier)
      .where('device', '=', device)
      .executeTakeFirstOrThrow();
    const storable = fresh.toSorted((a, b) => a.preKeyId - b.preKeyId).slice(0, Math.max(limits.preKeysMax - here, 0));
    await sql`insert into one_time_key (identifier, device, id, public)
      select ${identifier}, ${device}, * from unnest(
        ${storable.map(({ preKeyId }) => preKeyId)}::int[], ${storable.map(({ preKeyPublic }) => Buffer.from(preKeyPublic))}::bytea[]
      )`.execute(tx);
    const highest = Math.max(...fresh.map(({ preKeyId }) => preKeyId));
    await tx
      .insertInto('one_time_key_ids')
      .values({ identifier, device, identity_key, highest })
      .onConflict((on) => on.columns(['identifier', 'device', 'identity_key']).doUpdateSet({ highest }))
      .execute();
    await tx
      .updateTable('device_keys')
      .set({ low_told: false, updated_at: clock() })
      .where('identifier', '=', identifier)
      .where('device', '=', device)
      .execute();
  }

  /** Notifies devices that run low on one-time keys, once until they upload more. */
  async function notifyLowKeys(low: readonly DistributedBundle[]): Promise<void> {
    const afterCommit = await db.transaction().execute(async (tx) => {
      await notices.lock(tx, [...new Set(low.map(({ identifier }) => identifier))]);
      const afterCommit = [];
      for (const { identifier, deviceId } of low) {
        const { numUpdatedRows } = await tx
          .updateTable('device_keys')
          .set({ low_told: true })
          .where('identifier', '=', identifier)
          .where('device', '=', deviceId)
          .where('low_told', '=', false)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) continue;
        const notify = { type: 'preKeyNotEnough' as const, identifier, body: JSON.stringify({ deviceId }) };
        afterCommit.push(await notices.addForAll(tx, [identifier], notify, { only: deviceId }));
      }
      return afterCommit;
    });
    for (const emit of afterCommit) emit();
  }

  return {
    /** Whether this device has published keys. */
    async has(actor: DeviceRef): Promise<boolean> {
      return (await keysOf(db, actor).executeTakeFirst()) !== undefined;
    },

    /**
     * Stores a device's keys. Idempotent. Keys belong to their identity key: a new identity key drops everything stored
     * before, and people are notified. With the same identity key, the call is treated as a repetition: some of its
     * keys may have been handed out since.
     * @throws Fault BAD_REQUEST for invalid keys, or an unknown device.
     */
    async publish(actor: DeviceRef, pkb: InitPreKeyBundleRequest_Bundle): Promise<void> {
      const { identifier, device } = actor;
      if (pkb.deviceId !== device) throw new Fault('BAD_REQUEST');
      checkBundle(pkb, limits);
      const now = clock();
      const before = await keysOf(db, actor).executeTakeFirst();
      const emit = await db.transaction().execute(async (tx) => {
        // Every change of devices locks in the same order: people, then their devices.
        if (isSameKey(before?.identity_key, pkb.identityKey)) await notices.lock(tx, [identifier]);
        else await deviceNotices.lock(tx, identifier);
        const here = await tx
          .selectFrom('device')
          .select('device')
          .where('identifier', '=', identifier)
          .where('device', '=', device)
          .executeTakeFirst();
        if (!here) throw new Fault('BAD_REQUEST');
        const current = await keysOf(tx, actor).forUpdate().executeTakeFirst();
        const isSame = isSameKey(current?.identity_key, pkb.identityKey);
        if (current && !isSame)
          await tx
            .deleteFrom('device_keys')
            .where('identifier', '=', identifier)
            .where('device', '=', device)
            .execute();
        const values = {
          registration_id: pkb.registrationId,
          identity_key: Buffer.from(pkb.identityKey),
          signed_id: pkb.signedPreKeyId,
          signed_public: Buffer.from(pkb.signedPreKeyPublic),
          signed_signature: Buffer.from(pkb.signedPreKeySignature),
          form: pkb.form,
          form_signature: Buffer.from(pkb.formSignature),
          updated_at: now,
        };
        await tx
          .insertInto('device_keys')
          .values({ identifier, device, ...values, created_at: now })
          .onConflict((on) => on.columns(['identifier', 'device']).doUpdateSet(values))
          .execute();
        await storeOneTimeKeys(tx, actor, values.identity_key, pkb.onetimePreKeys);
        if (isSame) return null;
        // The identity key identifies a device: under another key it is not the device that was approved.
        if (current)
          await tx
            .updateTable('device')
            .set({ approved: false })
            .where('identifier', '=', identifier)
            .where('device', '=', device)
            .execute();
        await approveFirst(tx, actor);
        return deviceNotices.add(tx, actor, { changed: [device] });
      });
      emit?.();
    },

    /** Adds one-time keys. @throws Fault BAD_REQUEST, also for a device that has not published keys yet. */
    async add(actor: DeviceRef, onetimePreKeys: readonly OneTimePreKey[]): Promise<void> {
      checkOneTimeKeys(onetimePreKeys, limits);
      await db.transaction().execute(async (tx) => {
        const current = await keysOf(tx, actor).forUpdate().executeTakeFirst();
        if (!current) throw new Fault('BAD_REQUEST');
        await storeOneTimeKeys(tx, actor, current.identity_key, onetimePreKeys);
      });
    },

    /**
     * Returns a bundle for each device of these people that has keys, except the calling device; a non-empty `only`
     * narrows it. A caller gets a limited number of a device's one-time keys per hour. Beyond it, or when none are
     * left, bundles contain none, which still works.
     * @throws Fault BAD_REQUEST, NO_AUTH for unknown people; the faults of sending: BLOCKED, PRIVATE_CLOSED;
     * UNAVAILABLE when the queue is full.
     */
    async distribute(
      actor: DeviceRef,
      list: readonly string[],
      onlyDevices: readonly Device[],
    ): Promise<Input<DistributePreKeyReply_Bundle>[]> {
      const people = [...new Set(list)];
      if (people.length === 0) throw new Fault('BAD_REQUEST');
      for (const other of people) await checkMayWrite(db, actor.identifier, other);
      const now = clock();
      const values = [
        actor.identifier,
        actor.device,
        people,
        onlyDevices.length > 0 ? JSON.stringify(onlyDevices) : null,
        now - limits.deviceIdleFor,
        Math.floor(now / hour) * hour,
        limits.preKeysPerHour,
        limits.preKeysLow,
      ];
      const { rows } = await runLimited(() =>
        pool.query<DistributedBundle>({ name: 'hand_out_keys', text: distributeKeysSql, values }),
      );
      const low = rows.filter(({ preKeyId, isLow }) => preKeyId > 0 && isLow);
      if (low.length > 0) await notifyLowKeys(low);
      return rows.map(({ isLow: _, ...bundle }) => bundle);
    },
  };
}
