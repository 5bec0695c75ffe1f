// The gateway's key server in memory, for tests: stores bundles and distributes each one-time key once.
import type { Device } from '@amber/proto';
import type { DistributedBundle, KeyApi, PublishedBundle, PublishedPreKey } from '../../keys/keys.ts';
import { addressOf } from '../../keys/tables.ts';

export interface KeyServer {
  /** Returns the calls of this device. */
  apiOf(device: Device): KeyApi;
  /** Returns what is stored of a device. */
  bundleOf(device: Device): StoredDevice | undefined;
  /** Deletes a device, as signing it out remotely does. */
  deleteDevice(device: Device): void;
  /** Changes the distributed bundles, as a hostile gateway would. */
  tamper: (bundle: DistributedBundle) => DistributedBundle | undefined;
  /** People whose bundles are added to every answer, although they were not requested. */
  extraIdentifiers: string[];
  /** Called before and after each upload is accepted; what it throws is the device's answer. */
  upload: (moment: 'before' | 'after') => void;
  calls: string[];
}

interface StoredDevice extends Device {
  pkb: PublishedBundle;
  free: PublishedPreKey[];
  /** Every id ever uploaded; none is accepted twice. */
  seen: Set<number>;
}

export function createKeyServer(): KeyServer {
  const stored = new Map<string, StoredDevice>();

  function add(here: StoredDevice, keys: readonly PublishedPreKey[]): void {
    for (const key of keys) {
      if (here.seen.has(key.preKeyId)) continue;
      here.seen.add(key.preKeyId);
      here.free.push(key);
    }
  }

  const server: KeyServer = {
    tamper: (bundle) => bundle,
    extraIdentifiers: [],
    upload: () => {},
    calls: [],
    bundleOf: (device) => stored.get(addressOf(device)),
    deleteDevice: (device) => void stored.delete(addressOf(device)),
    apiOf: (device) => ({
      async initPreKeyBundle({ isNewDevice, pkb }: Parameters<KeyApi['initPreKeyBundle']>[0]) {
        server.calls.push('init');
        server.upload('before');
        const before = isNewDevice ? undefined : stored.get(addressOf(device));
        const here: StoredDevice = { ...device, pkb, free: before?.free ?? [], seen: before?.seen ?? new Set() };
        stored.set(addressOf(device), here);
        add(here, pkb.onetimePreKeys);
        server.upload('after');
      },
      async updatePreKeyBundle({ onetimePreKeys }) {
        server.calls.push('update');
        server.upload('before');
        add(stored.get(addressOf(device))!, onetimePreKeys);
        server.upload('after');
      },
      async distributePreKey({ list, devices = [] }) {
        server.calls.push('distribute');
        const preKeyBundle = [...stored.values()]
          .filter(
            (here) =>
              server.extraIdentifiers.includes(here.identifier) ||
              (list.includes(here.identifier) &&
                (devices.length === 0 || devices.some((device) => addressOf(device) === addressOf(here)))),
          )
          .flatMap((here) => {
            const { onetimePreKeys: _, deviceId: __, ...published } = here.pkb;
            const oneTime = here.free.shift();
            const { identifier, deviceId } = here;
            return (
              server.tamper({
                identifier,
                deviceId,
                ...published,
                preKeyId: oneTime?.preKeyId ?? 0,
                preKeyPublic: oneTime?.preKeyPublic ?? new Uint8Array(),
              }) ?? []
            );
          });
        return { preKeyBundle };
      },
    }),
  };
  return server;
}
