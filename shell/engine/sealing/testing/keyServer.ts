// The gateway's key server, in memory: stores bundles and distributes each one-time key once.
import type { Device } from '@amber/proto';
import type { DistributedBundle, KeyApi, PublishedBundle, PublishedPreKey } from '../../keys/keys.ts';
import { addressOf } from '../../keys/tables.ts';

export interface KeyServer {
  /** The calls as this device makes them. */
  apiOf(device: Device): KeyApi;
  /** Its record of a device. */
  bundleOf(device: Device): Kept | undefined;
  /** Deletes a device, as when it has been signed out remotely. */
  lose(device: Device): void;
  /** Changes the distributed bundles, as a hostile gateway would. */
  tamper: (bundle: DistributedBundle) => DistributedBundle | undefined;
  /** Whose bundles are added, whoever is requested. */
  alsoList: string[];
  /** Called before and after each upload is accepted; what it throws is the device's answer. */
  upload: (moment: 'before' | 'after') => void;
  calls: string[];
}

interface Kept extends Device {
  pkb: PublishedBundle;
  free: PublishedPreKey[];
  /** Every id ever uploaded: none is accepted twice. */
  seen: Set<number>;
}

export function createKeyServer(): KeyServer {
  const kept = new Map<string, Kept>();

  function add(here: Kept, keys: readonly PublishedPreKey[]): void {
    for (const key of keys) {
      if (here.seen.has(key.preKeyId)) continue;
      here.seen.add(key.preKeyId);
      here.free.push(key);
    }
  }

  const server: KeyServer = {
    tamper: (bundle) => bundle,
    alsoList: [],
    upload: () => {},
    calls: [],
    bundleOf: (device) => kept.get(addressOf(device)),
    lose: (device) => void kept.delete(addressOf(device)),
    apiOf: (device) => ({
      async initPreKeyBundle({ isNewDevice, pkb }: Parameters<KeyApi['initPreKeyBundle']>[0]) {
        server.calls.push('init');
        server.upload('before');
        const before = isNewDevice ? undefined : kept.get(addressOf(device));
        const here: Kept = { ...device, pkb, free: before?.free ?? [], seen: before?.seen ?? new Set() };
        kept.set(addressOf(device), here);
        add(here, pkb.onetimePreKeys);
        server.upload('after');
      },
      async updatePreKeyBundle({ onetimePreKeys }) {
        server.calls.push('update');
        server.upload('before');
        add(kept.get(addressOf(device))!, onetimePreKeys);
        server.upload('after');
      },
      async distributePreKey({ list, devices = [] }) {
        server.calls.push('distribute');
        const preKeyBundle = [...kept.values()]
          .filter(
            (here) =>
              server.alsoList.includes(here.identifier) ||
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
