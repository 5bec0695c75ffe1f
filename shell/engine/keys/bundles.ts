// Other devices' bundles: fetched to start a session, used for one.
import type { Device } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { type Bytes, bytesOf } from './bytes.ts';
import { fastestCurve } from './curve.ts';
import { envelopeForm, formSignatureInput } from './envelopeForm.ts';
import type { DistributedBundle, KeyApi } from './keys.ts';
import { addressOf, type CryptoTables, keyOf, type PeerBundleRow } from './tables.ts';
import type { UnitOfWork } from './unitOfWork.ts';

export interface Bundles {
  /** Bundles of these devices, from here where one is fresh and unused. A device without a valid one has none. */
  get(devices: readonly Device[]): Promise<PeerBundleRow[]>;
  /** The same, all of them fetched. */
  fetch(devices: readonly Device[]): Promise<PeerBundleRow[]>;
  /** It has started a session: its one-time key is not used again. */
  markSpent(work: UnitOfWork, bundle: PeerBundleRow): void;
  /** It is unusable: another one is fetched next time. That the device exists stays known. */
  discard(work: UnitOfWork, device: Device): Promise<void>;
}

interface BundlePorts {
  tables: CryptoTables;
  api: KeyApi;
  now(): number;
}

/** A public key as on the wire; undefined for anything else. */
function publicKey(bytes: Uint8Array): Bytes | undefined {
  return bytes.length === 33 && bytes[0] === 5 ? bytesOf(bytes) : undefined;
}

/** The form signed by the identity key; 0 where none is signed. A form newer than ours is not supported. */
async function verifiedFormOf({ identityKey, form: claimedForm, formSignature }: DistributedBundle): Promise<number> {
  if (claimedForm < envelopeForm || formSignature.length !== 64) return 0;
  const curve = await fastestCurve();
  const key = bytesOf(identityKey.subarray(1));
  return (await curve.isValidSignature(key, formSignatureInput(), bytesOf(formSignature)).catch(() => false))
    ? envelopeForm
    : 0;
}

/** A distributed bundle as a row; undefined when a part is missing or malformed. Its signature is checked later. */
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

/** That the gateway calls its device unapproved stays known with every new bundle. */
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
      // The same table lists devices known only to exist.
      const usable = stored.filter(
        // A bundle fetched by an older build does not say which form its device opens.
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
