// Key pinning: which key each device is known by, and what happens when it presents another one.
import type { Device } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { type Bytes, equal } from './bytes.ts';
import { envelopeForm as newestForm } from './envelopeForm.ts';
import { cryptoFault } from './cryptoFault.ts';
import { addressOf, type CryptoTables, keyOf, type PinRow } from './tables.ts';
import type { UnitOfWork } from './unitOfWork.ts';

/** An event that users are notified of. */
export interface IdentityEvent {
  device: Device;
  change: 'newDevice' | 'keyChanged';
  /** Whether the person was verified: nothing is sent to them before the user consents. */
  needsConsent: boolean;
}

/** A device as the gateway lists it. */
export interface DeviceListing {
  deviceId: string;
  unapproved?: boolean | undefined;
}

/** 'changed': a new key or device waits for consent. 'unknown': there is no pin of the person yet. */
export type TrustState = 'unknown' | 'unverified' | 'verified' | 'changed';

export interface Pins {
  list(identifier: string): Promise<PinRow[]>;
  /** Returns the key with which a device's messages are decrypted; undefined for an unknown device. */
  keyOf(device: Device): Promise<Bytes | undefined>;
  /**
   * Checks the key that a device presents with a message. The first key is pinned and announced immediately; whether
   * anything may be sent to it is decided elsewhere.
   * @throws Fault untrusted_identity for another key than the pinned one; the new key is stored for the user to review.
   */
  checkSenderKey(device: Device, identityKey: Bytes): Promise<void>;
  /**
   * Whether a message may be encrypted for this device with its pinned key. A new key of an unverified person is
   * accepted.
   */
  maySendTo(device: Device): Promise<boolean>;
  /** Makes the same decision for the key in the device's bundle. */
  checkBundleKey(device: Device, identityKey: Bytes): Promise<boolean>;
  /** Accepts everything that waits for consent. The safety number changes, so the person is no longer verified. */
  accept(identifier: string): Promise<void>;
  /** Marks the person as verified with all known devices, including those that waited. */
  verify(identifier: string): Promise<void>;
  /**
   * Whether a device's messages have effect. They do not while its key waits for consent. The pins decide this until
   * accounts are chains of devices.
   */
  isDeviceTrusted(device: Device): Promise<boolean>;
  /** Returns the newest envelope form that the device is known to read. */
  formOf(device: Device): Promise<number>;
  /**
   * Records the envelope form that the device's bundle declares, if any. A known form is never downgraded for the same
   * key.
   */
  recordForm(device: Device, form?: number): Promise<void>;
  /** Whether the device's bundle should be checked for the envelope form. */
  isFormCheckDue(device: Device): Promise<boolean>;
  /** Records that an envelope of this device has been decrypted. */
  recordEnvelope(device: Device): Promise<void>;
  /** Returns when the first envelope of any device of this person was decrypted; undefined before that. */
  firstEnvelopeAt(identifier: string): Promise<number | undefined>;
  /**
   * Whether the device's approval allows encrypting for it: an own device must be approved, and another account's
   * device must not be listed as unapproved by the gateway.
   */
  isApproved(device: Device): Promise<boolean>;
  /** Records that the user has approved this own device with this key, here or on an approved device. */
  approve(deviceId: string, identityKey: Bytes): Promise<void>;
  /** Records that the user has signed out this own device. */
  remove(deviceId: string): Promise<void>;
  /** Lets an own device that was signed out here, but approved again elsewhere, wait for the user's approval. */
  restore(deviceId: string): Promise<void>;
  /**
   * Stores the current devices of a person. Their other devices no longer have effect, but messages of these can still
   * be decrypted.
   */
  setDevices(identifier: string, devices: readonly DeviceListing[]): Promise<void>;
}

interface PinPorts {
  work: UnitOfWork;
  tables: CryptoTables;
  now(): number;
  emit(event: IdentityEvent): void;
  /** Called when a waiting key or device is accepted: its messages have effect from now on. */
  onTrusted(device: Device): void;
  /** This device. The first other device of the same account is announced, too. */
  me: Device;
}

/** Creates the pins of a unit of work. */
export function createPins({ work, tables, now, emit, onTrusted, me }: PinPorts): Pins {
  const list = (identifier: string) => work.list(tables.pins, identifier);
  const get = (device: Device) => work.get(tables.pins, keyOf(device));
  const put = (row: PinRow) => work.put(tables.pins, keyOf(row), row);
  const isVerified = (rows: readonly PinRow[]) => rows.some(({ verified }) => verified);
  /** People whose first device was seen in this unit. Their other devices of that moment are not announced. */
  const newPeople = new Set<string>();

  const isMine = ({ identifier }: Pick<Device, 'identifier'>) => identifier === me.identifier;
  const needsApproval = async (device: Device) =>
    isMine(device) || (await work.get(tables.bundles, keyOf(device)))?.unapproved === true;

  /** Pins the first key of a device. */
  async function pinFirstKey({ identifier, deviceId }: Device, identityKey: Bytes, others: readonly PinRow[]) {
    const device = { identifier, deviceId };
    const row = { ...device, verified: false, since: now() };
    if (await needsApproval(device)) {
      put({ ...row, identityKey, unapproved: true });
      // Another person's device is announced when that person has approved it.
      if (isMine(device)) emit({ device, change: 'newDevice', needsConsent: true });
      return false;
    }
    return activate({ ...row, identityKey }, others);
  }

  /**
   * Lets a device take effect. If all other devices of the person wait for approval by now, it is announced as a
   * changed key.
   */
  function activate({ identityKey, ...row }: PinRow, others: readonly PinRow[]): boolean {
    const { identifier, deviceId } = row;
    const needsConsent = isVerified(others);
    const change = others.some(({ unapproved }) => unapproved) && activePins(others).length === 0;
    put({ ...row, ...(identityKey && (needsConsent ? { offered: identityKey } : { identityKey })) });
    if (others.length === 0) newPeople.add(identifier);
    if (!newPeople.has(identifier))
      emit({ device: { identifier, deviceId }, change: change ? 'keyChanged' : 'newDevice', needsConsent });
    return !needsConsent;
  }

  /**
   * Handles a device that was gone and is listed again. The user may have compared the safety number without it
   * meanwhile, so for a verified person it waits for consent like a new device.
   */
  function reinstate({ gone: _, ...row }: PinRow, all: readonly PinRow[]): PinRow | undefined {
    if (row.verified || isMine(row) || row.unapproved || !isVerified(all)) {
      put(row);
      return row;
    }
    activate(
      row,
      all.filter(({ deviceId }) => deviceId !== row.deviceId),
    );
    return undefined;
  }

  /** Stores a key that differs from the pinned one. */
  function recordNewKey(row: PinRow, offered: Bytes, needsConsent: boolean): PinRow {
    const changed = { ...row, offered };
    if (row.offered && equal(row.offered, offered)) return row;
    put(changed);
    emit({
      device: { identifier: row.identifier, deviceId: row.deviceId },
      change: row.identityKey ? 'keyChanged' : 'newDevice',
      needsConsent,
    });
    return changed;
  }

  function acceptOffered({ offered, ...found }: PinRow, verified: boolean): void {
    if (!offered) return put({ ...found, verified });
    const { form, formAskedAt: _, ...rest } = found;
    const isSame = !rest.identityKey || equal(rest.identityKey, offered);
    const row: PinRow = { ...rest, ...(isSame && form !== undefined && { form }) };
    // The sessions were made with the old key, so nothing more may be sent in them.
    if (row.identityKey && !equal(row.identityKey, offered)) work.remove(tables.sessions, addressOf(row));
    put({ ...row, identityKey: offered, verified, since: now() });
    onTrusted(row);
  }

  return {
    list,
    async keyOf(device) {
      const row = await get(device);
      return row?.identityKey ?? row?.offered;
    },
    async checkSenderKey(device, identityKey) {
      const row = await get(device);
      if (!row) return void (await pinFirstKey(device, identityKey, await list(device.identifier)));
      const known = row.identityKey ?? row.offered;
      // The device was signed out here before its key was known.
      if (!known) return put({ ...row, identityKey });
      if (equal(known, identityKey)) return;
      recordNewKey(row, identityKey, isVerified(await list(device.identifier)));
      throw cryptoFault('untrusted_identity');
    },
    async maySendTo(device) {
      const row = await get(device);
      if (isMine(device)) return isTrusted(row);
      if (row?.gone && !reinstate(row, await list(device.identifier))) return false;
      if (!row?.offered) return true;
      if (isVerified(await list(device.identifier))) return false;
      acceptOffered(row, false);
      return true;
    },
    async checkBundleKey(device, identityKey) {
      const all = await list(device.identifier);
      const found = await get(device);
      if (!found) return pinFirstKey(device, identityKey, all);
      const row = found.gone ? reinstate(found, all) : found;
      if (!row) return false;
      if (isMine(device)) {
        if (!row.identityKey) put({ ...row, identityKey });
        else if (!equal(row.identityKey, identityKey)) recordNewKey(row, identityKey, true);
        return isTrusted(row) && equal(row.identityKey!, identityKey);
      }
      if (row.identityKey && !row.offered && equal(row.identityKey, identityKey)) return true;
      if (row.identityKey && equal(row.identityKey, identityKey)) return !isVerified(all);
      const offered = recordNewKey(row, identityKey, isVerified(all));
      if (isVerified(all)) return false;
      acceptOffered(offered, false);
      return true;
    },
    isDeviceTrusted: async (device) => isTrusted(await get(device)),
    async isApproved(device) {
      const row = await get(device);
      if (isMine(device)) return isTrusted(row);
      return row ? !row.unapproved : !(await needsApproval(device));
    },
    async approve(deviceId, identityKey) {
      const device = { identifier: me.identifier, deviceId };
      const {
        unapproved: _,
        removed: __,
        offered: ___,
        ...row
      } = (await get(device)) ?? {
        ...device,
        verified: false,
        since: now(),
      };
      if (row.identityKey && !equal(row.identityKey, identityKey)) work.remove(tables.sessions, addressOf(device));
      put({ ...row, identityKey });
      onTrusted(device);
    },
    async remove(deviceId) {
      const device = { identifier: me.identifier, deviceId };
      put({
        ...((await get(device)) ?? { ...device, verified: false, since: now() }),
        unapproved: true,
        removed: true,
      });
    },
    async restore(deviceId) {
      const found = await get({ identifier: me.identifier, deviceId });
      if (!found?.removed) return;
      const { removed: _, ...row } = found;
      put(row);
    },
    formOf: async (device) => (await get(device))?.form ?? 0,
    async recordForm(device, form = 0) {
      const row = await get(device);
      if (row) put({ ...row, formAskedAt: now(), ...(form > (row.form ?? 0) && { form }) });
    },
    async isFormCheckDue(device) {
      const row = await get(device);
      return row !== undefined && !row.form && now() - (row.formAskedAt ?? -Infinity) >= limits.bundleFor;
    },
    async recordEnvelope(device) {
      const row = await get(device);
      if (!row || (row.form && row.envelopedAt !== undefined)) return;
      put({ ...row, form: Math.max(row.form ?? 0, newestForm), envelopedAt: row.envelopedAt ?? now() });
    },
    async firstEnvelopeAt(identifier) {
      const times = (await list(identifier)).flatMap(({ envelopedAt }) => envelopedAt ?? []);
      return times.length > 0 ? Math.min(...times) : undefined;
    },
    async accept(identifier) {
      for (const row of await list(identifier)) acceptOffered(row, false);
    },
    async verify(identifier) {
      for (const row of activePins(await list(identifier))) acceptOffered(row, true);
    },
    async setDevices(identifier, devices) {
      const listed = new Map(devices.map((device) => [device.deviceId, device]));
      for (const { gone, ...row } of await list(identifier)) {
        const now = listed.get(row.deviceId);
        const here = { ...row, ...(!now && { gone: true as const }) };
        const { unapproved, ...approved } = here;
        const isUnapproved = now?.unapproved === true;
        // Own devices are approved by the user on a device, not by the gateway.
        if (!now || identifier === me.identifier || isUnapproved === (unapproved === true)) {
          if (gone && now) reinstate({ ...row, gone }, await list(identifier));
          else if (!gone && !now) put(here);
        } else if (isUnapproved) put({ ...here, unapproved: true });
        else if (
          activate(
            approved,
            (await list(identifier)).filter(({ deviceId }) => deviceId !== row.deviceId),
          )
        )
          onTrusted(row);
      }
    },
  };
}

/** Returns the pins of current, approved devices. */
export const activePins = (rows: readonly PinRow[]): PinRow[] =>
  rows.filter(({ gone, unapproved }) => !gone && !unapproved);

/** Whether the device's messages have effect. */
export const isTrusted = (row: PinRow | undefined): boolean => row?.identityKey !== undefined && !row.unapproved;

/** Returns the combined trust state of a person's pins. */
export function trustStateOf(rows: readonly PinRow[]): TrustState {
  const here = activePins(rows);
  if (rows.length === 0) return 'unknown';
  if (here.some(({ offered }) => offered)) return 'changed';
  return here.length > 0 && here.every(({ verified }) => verified) ? 'verified' : 'unverified';
}
