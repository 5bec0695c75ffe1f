// Seals messages for devices and opens what they send: the only entry to this folder.
import type { Device } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import type { Sealer } from './sealer.ts';
import { createBundles } from '../keys/bundles.ts';
import { cryptoFault } from '../keys/failure.ts';
import { type Listed, type PersonState, present, stateOf } from '../keys/identity.ts';
import { createKeys, type KeyApi, type Keys } from '../keys/keys.ts';
import { createOpenAll } from './openAll.ts';
import { createOwnKeys, type OwnKeys } from '../keys/ownKeys.ts';
import { withType } from '../keys/ratchet.ts';
import { safetyNumberOf } from '../keys/safetyNumber.ts';
import { createSealAll, type SealingPorts } from './sealAll.ts';
import { cryptoTables, type PeerBundleRow, type PinRow } from '../keys/tables.ts';
import { createWork, type Working, type WorkPorts } from '../keys/work.ts';

/** A person's device with its known key. */
export interface KnownDevice extends Device {
  state: 'unverified' | 'verified' | 'changed' | 'new' | 'unapproved';
  since: number;
}

export interface SignalSealer extends Sealer {
  makeOrRestoreKeys: Keys['makeOrRestore'];
  replenish: Keys['replenish'];
  publishAgain: Keys['publishAgain'];
  rotate: Keys['rotate'];
  /** Bundles of those of these devices that have one, fetched where there is none to start a session with. */
  bundlesOf(devices: readonly Device[]): Promise<PeerBundleRow[]>;
  /**
   * After a failure to open: starts a fresh session with the sender. True: now request the message again, sealed.
   * False: that has been done within the hour, or the device has no bundle, or a person must look at its key first.
   */
  repair(device: Device): Promise<boolean>;
  /** 60 digits, the same on the other's side. From all devices of both, as known here. */
  safetyNumber(identifier: string): Promise<string>;
  pins: {
    stateOf(identifier: string): Promise<PersonState>;
    devicesOf(identifier: string): Promise<KnownDevice[]>;
    /** A person consents to the keys and devices that wait. */
    accept(identifier: string): Promise<void>;
    /** A person has compared this number. @throws Fault untrusted_identity when it has changed meanwhile. */
    verify(identifier: string, safetyNumber: string): Promise<void>;
    /** The devices that a person now has: keys of others are remembered, but have no effect. */
    current(identifier: string, devices: readonly Listed[]): Promise<void>;
  };
  /** This person's devices. */
  own: OwnKeys;
}

interface SealerPorts extends Omit<WorkPorts, 'tables' | 'now'>, Pick<SealingPorts, 'clock' | 'sealed' | 'log'> {
  api: KeyApi;
  /** How many one-time keys at a time. */
  preKeys?: number;
}

function stateOfDevice({ identityKey, offered, verified, unapproved }: PinRow): KnownDevice['state'] {
  if (unapproved) return 'unapproved';
  if (offered) return identityKey ? 'changed' : 'new';
  return verified ? 'verified' : 'unverified';
}

export function createSealer({ api, clock, preKeys, sealed, log, ...ports }: SealerPorts): SignalSealer {
  const { db, me } = ports;
  const tables = cryptoTables(db);
  const now = () => clock.now();
  const keys = createKeys({ db, tables, api, me, now, ...(preKeys && { count: preKeys }) });
  const bundles = createBundles({ tables, api, now });
  const work = createWork({ ...ports, tables, now });
  const { working, alone } = work;

  /** All known keys of a person; a key that waits for consent replaces the old one. */
  async function sideOf({ pins, own }: Working, identifier: string) {
    const identityKeys = present(await pins.of(identifier)).flatMap(
      ({ offered, identityKey }) => offered ?? identityKey ?? [],
    );
    if (identifier === me.identifier) identityKeys.push(withType(own().pair.publicKey));
    return { identifier, identityKeys };
  }

  const numberOf = async (here: Working, identifier: string): Promise<string> =>
    safetyNumberOf(await sideOf(here, me.identifier), await sideOf(here, identifier));

  /** A person's devices known here: decisions about them wait for work in progress with them. */
  const devicesOf = (identifier: string): Promise<Device[]> => working([], ({ pins }) => pins.of(identifier));

  return {
    sealAll: createSealAll({ ...work, bundles, me, clock, sealed, log }),
    openAll: createOpenAll({ ...work, me, now, log }),
    makeOrRestoreKeys: keys.makeOrRestore,
    replenish: keys.replenish,
    publishAgain: keys.publishAgain,
    rotate: keys.rotate,
    bundlesOf: bundles.of,
    async repair(device) {
      const every = limits.sessionRepairEvery;
      if (!(await working([device], ({ sessions }) => sessions.markRepaired(device, every)))) return false;
      const [bundle] = await bundles.fetch([device]);
      if (!bundle) return false;
      return alone([device], async ({ sessions, pins, work }) => {
        if (!(await pins.agree(device, bundle.identityKey)) || !(await sessions.markRepaired(device, every)))
          return false;
        await sessions.begin(device, bundle);
        bundles.spend(work, bundle);
        return true;
      });
    },
    safetyNumber: (identifier) => working([], (here) => numberOf(here, identifier)),
    pins: {
      stateOf: (identifier) => working([], async ({ pins }) => stateOf(await pins.of(identifier))),
      accept: async (identifier) => alone(await devicesOf(identifier), ({ pins }) => pins.accept(identifier)),
      verify: async (identifier, safetyNumber) =>
        alone(await devicesOf(identifier), async (here) => {
          if ((await numberOf(here, identifier)) !== safetyNumber) throw cryptoFault('untrusted_identity');
          await here.pins.verify(identifier);
        }),
      devicesOf: (identifier) =>
        working([], async ({ pins }) =>
          (await pins.of(identifier))
            .filter(({ gone, removed }) => !gone && !removed)
            .map((row) => ({ identifier, deviceId: row.deviceId, since: row.since, state: stateOfDevice(row) })),
        ),
      current: async (identifier, devices) =>
        alone(await devicesOf(identifier), ({ pins }) => pins.current(identifier, devices)),
    },
    own: createOwnKeys({ ...work, bundles, me }),
  };
}
