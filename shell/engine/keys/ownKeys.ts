// The keys of the account's own devices: which of them are known here, and what the user has decided about them.
import type { Device } from '@amber/proto';
import type { Bundles } from './bundles.ts';
import { type Bytes, equal, fromBase64, toBase64 } from './bytes.ts';
import { cryptoFault } from './cryptoFault.ts';
import { isTrusted } from './pins.ts';
import { withType } from './ratchet.ts';
import { deviceCodeOf } from './safetyNumber.ts';
import type { PinRow } from './tables.ts';
import type { UnitRunner } from './unitRunner.ts';

/** An own device with its known key, in base64. */
export interface OwnKey {
  deviceId: string;
  identityKey: string;
  /** Digits that both devices show, so that the user can compare them. */
  code: string;
  state: 'approved' | 'waiting' | 'removed';
}

export interface OwnKeys {
  /** Returns this device's key. @throws Fault corrupt_store if it has none. */
  own(): Promise<OwnKey>;
  /** Returns the other devices whose keys are known here, after fetching those of the devices `fetched`. */
  listKnown(fetched: readonly string[]): Promise<OwnKey[]>;
  /**
   * Approves the device whose code was shown to the user. @throws Fault untrusted_identity if its key has changed
   * meanwhile.
   */
  approve(deviceId: string, code: string): Promise<void>;
  /** Records that the user has signed out the device. */
  remove(deviceId: string): Promise<void>;
  /** Applies what an approved device has decided about others. */
  applyDecisions(decisions: {
    approved: readonly Pick<OwnKey, 'deviceId' | 'identityKey'>[];
    removed: readonly string[];
  }): Promise<void>;
}

/** Returns the key that the user reviews. A changed key waits for approval like a new one. */
const shownKey = (row: PinRow | undefined): Bytes | undefined => row?.offered ?? row?.identityKey;

const stateOf = (row: PinRow): OwnKey['state'] => {
  if (row.removed) return 'removed';
  return isTrusted(row) && !row.offered ? 'approved' : 'waiting';
};

export function createOwnKeys({
  runUnit,
  runInTransaction,
  bundles,
  me,
}: UnitRunner & { bundles: Bundles; me: Device }): OwnKeys {
  const deviceOf = (deviceId: string): Device => ({ identifier: me.identifier, deviceId });

  /** The codes by key. Each takes thousands of hashes, and every listing needs the same few. */
  const codes = new Map<string, string>();

  function codeOf(key: Bytes): string {
    const name = toBase64(key);
    const code = codes.get(name) ?? deviceCodeOf(me.identifier, key);
    codes.set(name, code);
    return code;
  }

  const toOwnKey = (deviceId: string, key: Bytes, state: OwnKey['state']): OwnKey => ({
    deviceId,
    state,
    identityKey: toBase64(key),
    code: codeOf(key),
  });

  return {
    own: () => runUnit([], async ({ own }) => toOwnKey(me.deviceId, withType(own().pair.publicKey), 'approved')),
    async listKnown(fetched) {
      const found = await bundles.get(fetched.map(deviceOf));
      return runInTransaction(
        fetched.map(deviceOf),
        async ({ pins }) => {
          for (const bundle of found) await pins.checkBundleKey(bundle, bundle.identityKey);
          return (await pins.list(me.identifier)).flatMap((row) => {
            const key = shownKey(row);
            return key ? toOwnKey(row.deviceId, key, stateOf(row)) : [];
          });
        },
        { quietly: true },
      );
    },
    approve: (deviceId, code) =>
      runInTransaction([deviceOf(deviceId)], async ({ pins }) => {
        const key = shownKey((await pins.list(me.identifier)).find((row) => row.deviceId === deviceId));
        if (!key || codeOf(key) !== code) throw cryptoFault('untrusted_identity');
        await pins.approve(deviceId, key);
      }),
    remove: (deviceId) => runInTransaction([deviceOf(deviceId)], ({ pins }) => pins.remove(deviceId)),
    async applyDecisions({ approved, removed }) {
      const others = approved.filter(({ deviceId }) => deviceId !== me.deviceId);
      const removedIds = removed.filter((deviceId) => deviceId !== me.deviceId);
      await runInTransaction(
        [...others.map(({ deviceId }) => deviceId), ...removedIds].map(deviceOf),
        async ({ pins }) => {
          const known = new Map((await pins.list(me.identifier)).map((row) => [row.deviceId, row]));
          for (const { deviceId, identityKey } of others) {
            const row = known.get(deviceId);
            const key = fromBase64(identityKey);
            // A device that was signed out here cannot be approved elsewhere: the user decides here once more.
            if (row?.removed) await pins.restore(deviceId);
            else if (!row || stateOf(row) !== 'approved' || !equal(row.identityKey!, key))
              await pins.approve(deviceId, key);
          }
          for (const deviceId of removedIds) await pins.remove(deviceId);
        },
      );
    },
  };
}
