// The bundles of other devices, each fetched to start one session.
import type { Device } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { type Bytes, bytesOf } from './bytes.ts';
import { fastestCurve } from './curve.ts';
import { envelopeForm, formSignatureInput } from './envelopeForm.ts';
import type { DistributedBundle, KeyApi } from './keys.ts';
import { addressOf, type CryptoTables, keyOf, type PeerBundleRow } from './tables.ts';
import type { UnitOfWork } from './unitOfWork.ts';

export interface Bundles {
  /**
   * Returns the bundles of these devices, stored ones if they are fresh and unused. Devices without a valid bundle are
   * left out.
   */
  get(devices: readonly Device[]): Promise<PeerBundleRow[]>;
  /** Fetches the bundles of these devices, whether or not some are stored. */
  fetch(devices: readonly Device[]): Promise<PeerBundleRow[]>;
  /** Marks a bundle that has started a session, so that its one-time key is not used again. */
  markSpent(work: UnitOfWork, bundle: PeerBundleRow): void;
  /** Discards an unusable bundle, so that another one is fetched next time. The device itself stays known. */
  discard(work: UnitOfWork, device: Device): Promise<void>;
}

interface BundlePorts {
  tables: CryptoTables;
  api: KeyApi;
  now(): number;
}

/** Returns a public key in its wire format; undefined for anything else. */
function publicKey(bytes: Uint8Array): Bytes | undefined {
  return bytes.length === 33 && bytes[0] === 5 ? bytesOf(bytes) : undefined;
}

/**
 * Returns the envelope form that the identity key has signed; 0 if it has signed none. A form newer than ours is not
 * supported.
 */
async function verifiedFormOf({ identityKey, form: claimedForm, formSignature }: DistributedBundle): Promise<number> {
  if (claimedForm < envelopeForm || formSignature.length !== 64) return 0;
  const curve = await fastestCurve();
  const key = bytesOf(identityKey.subarray(1));
  return (await curve.isValidSignature(key, formSignatureInput(), bytesOf(formSignature)).catch(() => false))
    ? envelopeForm
    : 0;
}

/**
 * Converts a distributed bundle to a row; undefined if a part is missing or malformed. The signature is checked later.
 */
async function toRow(bundle: DistributedBundle, now: number): Promise<PeerBundleRow | undefined> {
  const { identifier, deviceId, registrationId, signedPreKeyId } = bundle;
  const [identityKey, signedKey, oneTimeKey] = [bundle.identityKey, bundle.signedPreKeyPublic, bundle.preKeyPublic].map(
    publicKey,
  );
  if (!identityKey || !signedKey || bundle.signedPreKeySignature.length !== 64) return undefined;
  return {
    identifier,
    deviceId,
    registrationId,
    identityKey,
    signedPreKey: { keyId: signedPreKeyId, publicKey: signedKey, signature: bytesOf(bundle.signedPreKeySignature) },
    oneTimePreKeys: bundle.preKeyId > 0 && oneTimeKey ? [{ keyId: bundle.preKeyId, publicKey: oneTimeKey }] : [],
    created: now,
    updated: now,
    form: await verifiedFormOf(bundle),
  };
}

/** A new bundle keeps the flag that the gateway reports the device as unapproved. */
const unapprovedFlagOf = (row: PeerBundleRow | undefined) => (row?.unapproved ? { unapproved: true as const } : {});

export function createBundles({ tables, api, now }: BundlePorts): Bundles {
  async function fetch(devices: readonly Device[]): Promise<PeerBundleRow[]> {
    if (devices.length === 0) return [];
    const wanted = new Set(devices.map(addressOf));
    const requested = devices.map(({ identifier, deviceId }) => ({ identifier, deviceId }));
    const { preKeyBundle } = await api.distributePreKey({
      list: [...new Set(requested.map(({ identifier }) => identifier))],
      devices: requested,
    });
    const parsed = preKeyBundle.filter((bundle) => wanted.has(addressOf(bundle))).map((bundle) => toRow(bundle, now()));
    const rows = (await Promise.all(parsed)).filter((row) => row !== undefined);
    return tables.bundles.db.transaction('rw', tables.bundles, async () => {
      const stored = await tables.bundles.bulkGet(rows.map(keyOf));
      const marked = rows.map((row, index) => ({ ...row, ...unapprovedFlagOf(stored[index]) }));
      await tables.bundles.bulkPut(marked);
      return marked;
    });
  }

  return {
    fetch,
    async get(devices) {
      const stored = await tables.bundles.bulkGet(devices.map(keyOf));
      // The same table also lists devices whose bundles are not known.
      const usable = stored.filter(
        // A bundle fetched by an older build does not record which envelope form its device can read.
        (row) => row?.identityKey && !row.spent && row.form !== undefined && now() - row.updated < limits.bundleFor,
      ) as PeerBundleRow[];
      const usableAddresses = new Set(usable.map(addressOf));
      return [...usable, ...(await fetch(devices.filter((device) => !usableAddresses.has(addressOf(device)))))];
    },
    markSpent(work, bundle) {
      work.put(tables.bundles, keyOf(bundle), { ...bundle, oneTimePreKeys: [], spent: true });
    },
    async discard(work, { identifier, deviceId }) {
      const stored = await work.get(tables.bundles, [identifier, deviceId]);
      const device: Partial<PeerBundleRow> = { identifier, deviceId, ...unapprovedFlagOf(stored) };
      work.put(tables.bundles, [identifier, deviceId], device as PeerBundleRow);
    },
  };
}
