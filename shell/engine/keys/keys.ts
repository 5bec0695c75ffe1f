// This device's own keys: generated once, replenished, rotated, and stored before they are uploaded.
import type { AccountDb } from '@amber/client/db';
import type { Device, DistributePreKeyReply_Bundle, InitPreKeyBundleRequest_Bundle, OneTimePreKey } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { createSerialQueue } from '../kit/serialQueue.ts';
import { singleFlight } from '../kit/singleFlight.ts';
import { type Bytes, equal } from './bytes.ts';
import { fastestCurve, type KeyPair, newKeyPair } from './curve.ts';
import { envelopeForm, formSignatureInput } from './envelopeForm.ts';
import {
  clearIdentityRows,
  deleteIdentityRows,
  getIdentityRow,
  getIdentityRows,
  identityRow,
  type IdentityRow,
  listIdentityIds,
  listIdentityRows,
} from './identityRows.ts';
import { withType } from './ratchet.ts';
import { type CryptoTables, keyOf, type MyIdentityRow, type OwnBundleRow } from './tables.ts';

/** A bundle as it is uploaded. */
export type PublishedBundle = InitPreKeyBundleRequest_Bundle;

export type PublishedPreKey = OneTimePreKey;

/** A bundle as it is distributed, with at most one one-time key; id 0 for none. */
export type DistributedBundle = DistributePreKeyReply_Bundle;

/** The gateway's calls for keys. All of them are idempotent. */
export interface KeyApi {
  /** Without one-time keys it only renews the signed key. */
  initPreKeyBundle(request: { isNewDevice: boolean; pkb: PublishedBundle }): Promise<unknown>;
  updatePreKeyBundle(request: { onetimePreKeys: PublishedPreKey[] }): Promise<unknown>;
  distributePreKey(request: { list: string[]; devices?: Device[] }): Promise<{ preKeyBundle: DistributedBundle[] }>;
}

export interface Keys {
  /**
   * Uses the stored keys, or generates new ones, which make this a new device for everybody else. Uploads what the
   * gateway lacks.
   * @throws Fault of the upload; the next call repeats the same upload.
   */
  makeOrRestore(): Promise<{ isNewDevice: boolean }>;
  /** Uploads 500 more one-time keys. A set that is not yet accepted is uploaded instead of a new one. */
  replenish(): Promise<void>;
  /**
   * Uploads everything again, with one-time keys that the gateway has never seen, after the gateway has lost all keys.
   */
  republish(): Promise<void>;
  /** Renews the signed key when it is a week old, and deletes those that were replaced 30 days ago. */
  rotate(): Promise<void>;
}

interface KeyPorts {
  db: AccountDb;
  tables: CryptoTables;
  api: KeyApi;
  me: Device;
  now(): number;
  /** How many one-time keys are generated at a time. */
  count?: number;
}

const randomBelow = (bound: number): number => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return Math.floor((random / 2 ** 32) * bound);
};

/** Whether the private key belongs to the public one. Otherwise only the recipients would notice damage. */
async function isConsistentPair({ publicKey, privateKey }: KeyPair): Promise<boolean> {
  try {
    return equal((await (await fastestCurve()).keyPair(privateKey)).publicKey, publicKey);
  } catch {
    return false;
  }
}

const toPublished = ({ keyId, publicKey }: { keyId: number; publicKey: Bytes }): PublishedPreKey => ({
  preKeyId: keyId,
  preKeyPublic: publicKey,
});

export function createKeys({ db, tables, api, me, now, count = limits.preKeys }: KeyPorts): Keys {
  const { identity, prekey, sessions } = tables;

  const newPreKeys = (firstId: number): Promise<IdentityRow<'preKey:'>[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, index) =>
        identityRow('preKey:', { pair: await newKeyPair() }, firstId + index),
      ),
    );

  const publicOf = (rows: readonly IdentityRow<'preKey:'>[], firstId: number) =>
    rows.map(({ pair }, index) => ({ keyId: firstId + index, publicKey: withType(pair.publicKey) }));

  async function newSignedPreKey(mine: KeyPair): Promise<IdentityRow<'signedPreKey:'>> {
    const usedIds = new Set(await listIdentityIds(db, 'signedPreKey:'));
    let keyId;
    do keyId = 1 + randomBelow(limits.signedPreKeyIdBelow - 1);
    while (usedIds.has(String(keyId)));
    const pair = await newKeyPair();
    const signature = await (await fastestCurve()).sign(mine.privateKey, withType(pair.publicKey));
    return identityRow('signedPreKey:', { keyId, pair, signature, created: now() }, keyId);
  }

  const signForm = async ({ privateKey }: KeyPair) => ({
    form: envelopeForm,
    formSignature: await (await fastestCurve()).sign(privateKey, formSignatureInput()),
  });

  /** Declares the newer envelope form for keys of a build that knew only the older one. */
  async function upgradeForm(): Promise<void> {
    const own = await loadOwnKeys();
    if (!own || own.bundle.form === envelopeForm) return;
    const pending = own.bundle.pending === 'oneTimePreKeys' ? 'all' : (own.bundle.pending ?? 'signedPreKey');
    await prekey.put({ ...own.bundle, ...(await signForm(own.mine.pair)), pending });
  }

  const publicSigned = ({ keyId, pair, signature }: IdentityRow<'signedPreKey:'>) => ({
    keyId,
    publicKey: withType(pair.publicKey),
    signature,
  });

  /** Returns the two rows that everything depends on; undefined if one is missing or damaged. */
  async function loadOwnKeys(): Promise<{ mine: MyIdentityRow; bundle: OwnBundleRow } | undefined> {
    const [mine, bundle] = await Promise.all([getIdentityRow(db, 'me'), prekey.get(keyOf(me))]);
    if (!mine || !bundle || !(await isConsistentPair(mine.pair))) return undefined;
    return equal(withType(mine.pair.publicKey), bundle.identityKey) ? { mine, bundle } : undefined;
  }

  async function generate(): Promise<void> {
    const before = await prekey.get(keyOf(me));
    // Ids continue even after the keys were lost, because messages in flight were encrypted for the old ids.
    const firstId = before?.nextPreKeyId ?? 1;
    const pair = await newKeyPair();
    const [signed, preKeys, signedForm] = await Promise.all([
      newSignedPreKey(pair),
      newPreKeys(firstId),
      signForm(pair),
    ]);
    const registrationId = 1 + randomBelow(16_380);
    const created = now();
    await db.transaction('rw', identity, prekey, sessions, async () => {
      await Promise.all([clearIdentityRows(db, 'preKey:'), clearIdentityRows(db, 'signedPreKey:'), sessions.clear()]);
      await Promise.all([
        identity.bulkPut([identityRow('me', { pair, registrationId, created }), signed, ...preKeys]),
        prekey.put({
          ...me,
          registrationId,
          identityKey: withType(pair.publicKey),
          signedPreKey: publicSigned(signed),
          oneTimePreKeys: publicOf(preKeys, firstId),
          nextPreKeyId: firstId + count,
          pending: 'all',
          isNewDevice: true,
          ...signedForm,
          created,
          updated: created,
        }),
      ]);
    });
  }

  /** Returns the one-time keys that no contact has used yet; only these are uploaded. */
  async function unusedPreKeys(bundle: OwnBundleRow): Promise<PublishedPreKey[]> {
    const ids = bundle.oneTimePreKeys.map(({ keyId }) => keyId);
    const rows = await getIdentityRows(db, 'preKey:', ids);
    return bundle.oneTimePreKeys.filter((_, index) => rows[index]).map(toPublished);
  }

  /** Uploads what the gateway may lack. The same upload is repeated until it succeeds. */
  async function upload(): Promise<void> {
    const bundle = await prekey.get(keyOf(me));
    if (!bundle?.pending) return;
    const { pending, isNewDevice, registrationId, identityKey, signedPreKey, ...row } = bundle;
    const { form: signedForm = 0, formSignature = new Uint8Array() } = row;
    const onetimePreKeys = pending === 'signedPreKey' ? [] : await unusedPreKeys(bundle);
    if (pending === 'oneTimePreKeys') await api.updatePreKeyBundle({ onetimePreKeys });
    else {
      const { keyId: signedPreKeyId, publicKey: signedPreKeyPublic, signature: signedPreKeySignature } = signedPreKey;
      const pkb = {
        deviceId: me.deviceId,
        registrationId,
        identityKey,
        signedPreKeyId,
        signedPreKeyPublic,
        signedPreKeySignature,
        onetimePreKeys,
        form: signedForm,
        formSignature,
      };
      await api.initPreKeyBundle({ isNewDevice: isNewDevice && pending === 'all', pkb });
    }
    await prekey.put({ ...row, registrationId, identityKey, signedPreKey, oneTimePreKeys: [], isNewDevice: false });
  }

  const saveChange = (bundle: OwnBundleRow, rows: { key: string }[], to: Partial<OwnBundleRow>) =>
    db.transaction('rw', identity, prekey, async () => {
      await Promise.all([identity.bulkPut(rows), prekey.put({ ...bundle, ...to, updated: now() })]);
    });

  /** Returns the local keys after pending uploads are done. */
  async function ensureUploaded() {
    if (!(await loadOwnKeys())) await generate();
    await upload();
    return (await loadOwnKeys())!;
  }

  /** Uploads more one-time keys, alone or with everything else. A pending upload that is no smaller is done instead. */
  const addPreKeys = (pending: 'oneTimePreKeys' | 'all') => async (): Promise<void> => {
    const own = await loadOwnKeys();
    if (!own || (pending === 'all' ? own.bundle.pending === 'all' : own.bundle.pending))
      return void (await ensureUploaded());
    const { nextPreKeyId } = own.bundle;
    const preKeys = await newPreKeys(nextPreKeyId);
    await saveChange(own.bundle, preKeys, {
      oneTimePreKeys: publicOf(preKeys, nextPreKeyId),
      nextPreKeyId: nextPreKeyId + count,
      pending,
    });
    await upload();
  };

  async function rotate(): Promise<void> {
    const { mine, bundle } = await ensureUploaded();
    const signed = await listIdentityRows(db, 'signedPreKey:');
    const expired = signed.filter(({ replacedAt = Infinity }) => now() - replacedAt >= limits.oldSignedPreKeyFor);
    await deleteIdentityRows(
      db,
      'signedPreKey:',
      expired.map(({ keyId }) => keyId),
    );
    const current = signed.find(({ keyId }) => keyId === bundle.signedPreKey.keyId);
    if (current && now() - current.created < limits.signedPreKeyFor) return;
    const next = await newSignedPreKey(mine.pair);
    await saveChange(bundle, [next, ...(current ? [{ ...current, replacedAt: now() }] : [])], {
      signedPreKey: publicSigned(next),
      pending: 'signedPreKey',
    });
    await upload();
  }

  // Calls run one after the other, because each depends on what the previous one has stored.
  const queue = createSerialQueue();
  const serialize = <T>(work: () => Promise<T>): (() => Promise<T>) => singleFlight(() => queue.run(work));

  return {
    makeOrRestore: serialize(async () => {
      if (await loadOwnKeys()) await upgradeForm();
      else await generate();
      const { isNewDevice } = (await loadOwnKeys())!.bundle;
      await upload();
      return { isNewDevice };
    }),
    replenish: serialize(addPreKeys('oneTimePreKeys')),
    republish: serialize(addPreKeys('all')),
    rotate: serialize(rotate),
  };
}
