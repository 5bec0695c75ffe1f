// Encrypts messages for devices and decrypts what they send: the only entry point of this folder.
import type { Device } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import type { Sealer } from './sealer.ts';
import { createBundles } from '../keys/bundles.ts';
import { cryptoFault } from '../keys/cryptoFault.ts';
import { type DeviceListing, type TrustState, activePins, trustStateOf } from '../keys/pins.ts';
import { createKeys, type KeyApi, type Keys } from '../keys/keys.ts';
import { createOpenAll } from './openAll.ts';
import { createOwnKeys, type OwnKeys } from '../keys/ownKeys.ts';
import { withType } from '../keys/ratchet.ts';
import { safetyNumberOf } from '../keys/safetyNumber.ts';
import { createSealAll, type SealingPorts } from './sealAll.ts';
import { cryptoTables, type PeerBundleRow, type PinRow } from '../keys/tables.ts';
import { createUnitRunner, type UnitContext, type UnitRunnerPorts } from '../keys/unitRunner.ts';

/** A person's device, with the state of its key. */
export interface KnownDevice extends Device {
  state: 'unverified' | 'verified' | 'changed' | 'new' | 'unapproved';
  since: number;
}

export interface SignalSealer extends Sealer, Keys {
  /**
   * Returns the bundles of these devices, as far as they have one. A bundle is fetched if none is stored that can start
   * a session.
   */
  bundlesOf(devices: readonly Device[]): Promise<PeerBundleRow[]>;
  /**
   * Starts a fresh session with a sender whose message could not be decrypted. Returns true if the message should now
   * be requested again, encrypted; false if a repair was already done within the hour, the device has no bundle, or the
   * user must review its key first.
   */
  repair(device: Device): Promise<boolean>;
  /** Returns 60 digits, computed from all known devices of both people; the other side gets the same number. */
  safetyNumber(identifier: string): Promise<string>;
  pins: {
    stateOf(identifier: string): Promise<TrustState>;
    devicesOf(identifier: string): Promise<KnownDevice[]>;
    /** Accepts the waiting keys and devices with the user's consent. */
    accept(identifier: string): Promise<void>;
    /** Records that the user has compared this number. @throws Fault untrusted_identity if it has changed meanwhile. */
    verify(identifier: string, safetyNumber: string): Promise<void>;
    /** Stores the current devices of a person. Keys of the others stay pinned, but have no effect. */
    setDevices(identifier: string, devices: readonly DeviceListing[]): Promise<void>;
  };
  /** The keys of the account's own devices. */
  ownKeys: OwnKeys;
}

interface SealerPorts
  extends Omit<UnitRunnerPorts, 'tables' | 'now'>, Pick<SealingPorts, 'clock' | 'onSealed' | 'log'> {
  api: KeyApi;
  /** How many one-time keys are generated at a time. */
  preKeys?: number;
}

function stateOfDevice({ identityKey, offered, verified, unapproved }: PinRow): KnownDevice['state'] {
  if (unapproved) return 'unapproved';
  if (offered) return identityKey ? 'changed' : 'new';
  return verified ? 'verified' : 'unverified';
}

export function createSealer({ api, clock, preKeys, onSealed, log, ...ports }: SealerPorts): SignalSealer {
  const { db, me } = ports;
  const tables = cryptoTables(db);
  const now = () => clock.now();
  const bundles = createBundles({ tables, api, now });
  const work = createUnitRunner({ ...ports, tables, now });
  const { runUnit, runInTransaction } = work;

  /** Returns all known keys of a person. A key that waits for consent replaces the old one. */
  async function sideOf({ pins, own }: UnitContext, identifier: string) {
    const identityKeys = activePins(await pins.list(identifier)).flatMap(
      ({ offered, identityKey }) => offered ?? identityKey ?? [],
    );
    if (identifier === me.identifier) identityKeys.push(withType(own().pair.publicKey));
    return { identifier, identityKeys };
  }

  const numberOf = async (unit: UnitContext, identifier: string): Promise<string> =>
    safetyNumberOf(await sideOf(unit, me.identifier), await sideOf(unit, identifier));

  /** Returns a person's known devices. A decision about them waits for work in progress with them. */
  const devicesOf = (identifier: string): Promise<Device[]> => runUnit([], ({ pins }) => pins.list(identifier));

  return {
    sealAll: createSealAll({ ...work, bundles, me, clock, onSealed, log }),
    openAll: createOpenAll({ ...work, me, now, log }),
    ...createKeys({ db, tables, api, me, now, ...(preKeys && { count: preKeys }) }),
    bundlesOf: bundles.get,
    async repair(device) {
      const every = limits.sessionRepairEvery;
      if (!(await runUnit([device], ({ sessions }) => sessions.markRepaired(device, every)))) return false;
      const [bundle] = await bundles.fetch([device]);
      if (!bundle) return false;
      return runInTransaction([device], async ({ sessions, pins, work }) => {
        if (!(await pins.checkBundleKey(device, bundle.identityKey)) || !(await sessions.markRepaired(device, every)))
          return false;
        await sessions.start(device, bundle);
        bundles.markSpent(work, bundle);
        return true;
      });
    },
    safetyNumber: (identifier) => runUnit([], (unit) => numberOf(unit, identifier)),
    pins: {
      stateOf: (identifier) => runUnit([], async ({ pins }) => trustStateOf(await pins.list(identifier))),
      accept: async (identifier) =>
        runInTransaction(await devicesOf(identifier), ({ pins }) => pins.accept(identifier)),
      verify: async (identifier, safetyNumber) =>
        runInTransaction(await devicesOf(identifier), async (unit) => {
          if ((await numberOf(unit, identifier)) !== safetyNumber) throw cryptoFault('untrusted_identity');
          await unit.pins.verify(identifier);
        }),
      devicesOf: (identifier) =>
        runUnit([], async ({ pins }) =>
          (await pins.list(identifier))
            .filter(({ gone, removed }) => !gone && !removed)
            .map((row) => ({ identifier, deviceId: row.deviceId, since: row.since, state: stateOfDevice(row) })),
        ),
      setDevices: async (identifier, devices) =>
        runInTransaction(await devicesOf(identifier), ({ pins }) => pins.setDevices(identifier, devices)),
    },
    ownKeys: createOwnKeys({ ...work, bundles, me }),
  };
}
