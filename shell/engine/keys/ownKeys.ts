// The keys of a person's own devices: which are known here, and what people have decided about them.
import type { Device } from '@amber/proto';
import type { Bundles } from './bundles.ts';
import { type Bytes, equal, fromBase64, toBase64 } from './bytes.ts';
import { cryptoFault } from './cryptoFault.ts';
import { isTrusted } from './pins.ts';
import { withType } from './ratchet.ts';
import { deviceCodeOf } from './safetyNumber.ts';
import type { PinRow } from './tables.ts';
import type { UnitRunner } from './unitRunner.ts';

/** An own device with the key that it is known by, in base64. */
export interface OwnKey {
  deviceId: string;
  identityKey: string;
  /** Digits that both devices show, so that a person sees that it is this key. */
  code: string;
  state: 'approved' | 'waiting' | 'removed';
}

export interface OwnKeys {
  /** This device's key. @throws Fault corrupt_store when it has none. */
  own(): Promise<OwnKey>;
  /** The others whose keys are known here; those of these devices are fetched first. */
  listKnown(fetched: readonly string[]): Promise<OwnKey[]>;
  /** A person approves the device whose code was shown. @throws Fault untrusted_identity when it is another by now. */
  approve(deviceId: string, code: string): Promise<void>;
  /** A person has signed it out. */
  remove(deviceId: string): Promise<void>;
  /** What an approved device has decided about others. */
  applyDecisions(decisions: {
    approved: readonly Pick<OwnKey, 'deviceId' | 'identityKey'>[];
    removed: readonly string[];
  }): Promise<void>;
}

/** The key that a person looks at: another one than before waits for a press, as a new one does. */
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

  /** By key: each takes thousands of hashes, and the same few are asked for at every look. */
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
            // What was signed out here is not approved elsewhere: a person decides here once more.
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
