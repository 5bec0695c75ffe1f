// Seals messages for devices and opens what comes from them: the one door to everything in this folder.
import type { AccountDb } from '@amber/client/db';
import type { Content, Device } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { Table } from 'dexie';
import { firstValueFrom, type SchedulerLike, timer } from 'rxjs';
import type { Sealer } from '../sealer.ts';
import { createBundles } from './bundles.ts';
import { cryptoFault, toFault } from './failure.ts';
import { createPins, type IdentityNews, type PersonState, type Pins, stateOf } from './identity.ts';
import { createKeys, type KeyApi, type Keys } from './keys.ts';
import { createQueue } from './queue.ts';
import { withType } from './ratchet.ts';
import { safetyNumberOf } from './safetyNumber.ts';
import { createSessions, type Sessions } from './session.ts';
import { addressOf, cryptoTables, type MyIdentityRow, type PeerBundleRow } from './tables.ts';
import { createUnitOfWork, type UnitOfWork } from './unitOfWork.ts';
import { fromSealedText } from './wire.ts';

/** A content from the wire as this device can read it. */
export interface Opened {
  /** What the sender wrote; with a fault, what arrived: it may be opened later. `encrypted` says how it came. */
  content: Content;
  /** Its code is a reason of `failure.ts`. */
  fault?: Fault;
}

/** What became of a content for each device. */
export interface SealedCopies {
  copies: Content[];
  /** Among the copies, those that are not sealed, and why: people are told on both sides. */
  plain: { device: Device; fault: Fault }[];
  /** Devices that get nothing, and why. */
  dropped: { device: Device; fault: Fault }[];
}

export interface SignalSealer extends Sealer {
  /**
   * Seals for each device, which is stored before this answers. A copy that fails is tried again with a fresh bundle
   * after a second, and goes plain then, unless it is for a device of one's own, or one that never had keys beside one
   * that has: those get nothing.
   * @throws Fault untrusted_identity or bad_signature: nothing may be sent, sealed or plain, before a person has looked.
   * @throws Fault of the network: nothing is known about the devices, so nothing is sent plain either.
   */
  sealAll(content: Content, devices: readonly Device[]): Promise<SealedCopies>;
  /**
   * Opens contents in this order and hands them to `store`, which calls `commit` as the last thing inside the
   * transaction (over `tables` too) that writes the messages. Without it everything is as if nothing had been opened.
   * Until `store` is done, these senders' other messages wait.
   */
  openAll<T>(contents: readonly (Content | null)[], store: (opened: (Opened | null)[], commit: () => Promise<void>) => Promise<T>): Promise<T>;
  /** What a transaction must hold for `commit`. */
  tables: Table[];
  makeOrRestoreKeys: Keys['makeOrRestore'];
  replenish: Keys['replenish'];
  rotate: Keys['rotate'];
  /** Bundles of those of these devices that have one, fetched where there is none to begin a session with. */
  bundlesOf(devices: readonly Device[]): Promise<PeerBundleRow[]>;
  /**
   * For what could not be opened: a fresh session with its sender. True: now ask them for the message again, sealed.
   * False: that has been done within the hour, or the device has no bundle, or a person must look at its key first.
   */
  repair(device: Device): Promise<boolean>;
  /** 60 digits, the same on the other's side. Of all devices of both, as they are known here. */
  safetyNumber(identifier: string): Promise<string>;
  pins: {
    stateOf(identifier: string): Promise<PersonState>;
    /** A person agrees to the keys and devices that wait. */
    accept(identifier: string): Promise<void>;
    /** A person has compared this number. @throws Fault untrusted_identity when it is another one by now. */
    verify(identifier: string, safetyNumber: string): Promise<void>;
    forget(devices: readonly Device[]): Promise<void>;
  };
}

interface SealerPorts {
  db: AccountDb;
  api: KeyApi;
  me: Device;
  clock: SchedulerLike;
  /** A key or device is new; told after it has been stored. */
  changed?(news: IdentityNews): void;
  /** What went wrong with a message, for the log. */
  log?(messageId: string, fault: Fault): void;
  /** How many one-time keys at a time. */
  preKeys?: number;
}

/** One piece of work on sessions, pins and keys, written at its end or not at all. */
interface Working {
  work: UnitOfWork;
  sessions: Sessions;
  pins: Pins;
  /** @throws Fault corrupt_store when this device has no keys. */
  own(): MyIdentityRow;
}

/** These are attacks until a person says otherwise. */
const isAttack = ({ code }: Fault): boolean => code === 'untrusted_identity' || code === 'bad_signature';

export function createSealer({ db, api, me, clock, changed, log, preKeys }: SealerPorts): SignalSealer {
  const tables = cryptoTables(db);
  const all = Object.values(tables) as Table[];
  const inOrder = createQueue();
  const now = () => clock.now();
  const keys = createKeys({ db, tables, api, me, now, ...(preKeys && { count: preKeys }) });
  const bundles = createBundles({ tables, api, now });
  const isMine = ({ identifier }: Device) => identifier === me.identifier;

  /** Does some work on these devices while nobody else does. What `commit` has written is told at the end. */
  function working<T>(devices: readonly Device[], run: (here: Working, commit: () => Promise<void>) => Promise<T>): Promise<T> {
    return inOrder([...new Set(devices.map(addressOf))], async () => {
      const work = createUnitOfWork();
      const news: IdentityNews[] = [];
      let committed = false;
      const mine = await tables.identity.get('me') as MyIdentityRow | undefined;
      const own = () => {
        if (!mine) throw cryptoFault('corrupt_store');
        return mine;
      };
      const pins = createPins({ work, tables, now, tell: (item) => news.push(item) });
      const sessions = createSessions({ work, tables, own, pins, now });
      const result = await run({ work, sessions, pins, own }, async () => {
        await work.commit();
        committed = true;
      });
      if (committed) news.forEach((item) => changed?.(item));
      return result;
    });
  }

  /** The same in a transaction of its own. What it throws is thrown after what it has found out is stored. */
  const alone = <T>(devices: readonly Device[], run: (here: Working) => Promise<T>): Promise<T> =>
    working(devices, async (here, commit) => {
      const [outcome] = await Promise.allSettled([run(here)]);
      await db.transaction('rw', all, commit);
      return outcome;
    }).then((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });

  /** Whether a person's consent is needed before anything goes to these devices, a bundle's key included. */
  async function refuseUntrusted({ pins }: Working, devices: readonly Device[], found: readonly PeerBundleRow[]): Promise<void> {
    let waiting = false;
    for (const device of devices) {
      const bundle = find(found, device);
      const agreed = bundle ? await pins.agree(device, bundle.identityKey) : await pins.readyToSend(device);
      if (!agreed && !isMine(device)) waiting = true;
    }
    if (waiting) throw cryptoFault('untrusted_identity');
  }

  const find = (found: readonly PeerBundleRow[], device: Device) => found.find((bundle) => addressOf(bundle) === addressOf(device));

  const withoutSession = (devices: readonly Device[]): Promise<Device[]> => working(devices, async ({ sessions }) => {
    const has = await Promise.all(devices.map((device) => sessions.has(device)));
    return devices.filter((_, index) => !has[index]);
  });

  /** One try for each device, in a session of its own or, where there is none or `anew` asks for it, one begun with its bundle. What fails is left out, with its fault. @throws Fault of an attack */
  const trySealing = (content: Content, devices: readonly Device[], found: readonly PeerBundleRow[], anew = false) => alone(devices, async (here) => {
    here.own(); // without keys of its own this device sends nothing, not even plain
    await refuseUntrusted(here, devices, found);
    const results: { device: Device; copy?: Content; fault?: Fault }[] = [];
    for (const to of devices) {
      try {
        const bundle = find(found, to);
        // Another message may have begun a session since the bundle was looked up, and used up its one-time key.
        if (bundle && (anew || !await here.sessions.has(to))) {
          await here.sessions.begin(to, bundle);
          bundles.spend(here.work, bundle);
        }
        results.push({ device: to, copy: { ...content, message: await here.sessions.seal(to, content.message), encrypted: true, to } });
      } catch (thrown) {
        const fault = toFault(thrown);
        log?.(content.id, fault);
        if (isAttack(fault) && !isMine(to)) throw fault;
        results.push({ device: to, fault });
      }
    }
    return results;
  });

  const sealAll: SignalSealer['sealAll'] = async (content, devices) => {
    const unknown = await withoutSession(devices);
    const first = await trySealing(content, devices, await bundles.of(unknown));
    const failed = first.filter(({ copy }) => !copy).map(({ device }) => device);
    const second = failed.length === 0 ? [] : await trySealingAgain(content, failed);
    const results = first.map((result) => second.find(({ device }) => device === result.device) ?? result);
    const sealed: SealedCopies = { copies: [], plain: [], dropped: [] };
    for (const { device, copy, fault = cryptoFault('no_session') } of results) {
      if (copy) sealed.copies.push(copy);
      else if (isMine(device) || await isGhost(device)) sealed.dropped.push({ device, fault });
      else {
        sealed.copies.push({ ...content, encrypted: false, to: device });
        sealed.plain.push({ device, fault });
      }
    }
    return sealed;
  };

  async function trySealingAgain(content: Content, devices: readonly Device[]) {
    await firstValueFrom(timer(limits.preKeyRefetchAfter, clock));
    return trySealing(content, devices, await bundles.fetch(devices), true);
  }

  /** A device that never had keys, of a person who has another one that does. */
  const isGhost = (device: Device): Promise<boolean> => working([], async ({ pins }) => {
    const known = await pins.of(device.identifier);
    return known.length > 0 && !known.some(({ deviceId }) => deviceId === device.deviceId);
  });

  async function openOne({ sessions }: Working, content: Content): Promise<Opened> {
    const { sender, message, timestamp } = content;
    try {
      if (!fromSealedText(message)) return { content: { ...content, encrypted: false } };
      if (!sender) throw cryptoFault('no_session');
      return { content: { ...content, message: await sessions.open(sender, message, timestamp), encrypted: true } };
    } catch (thrown) {
      const fault = toFault(thrown);
      log?.(content.id, fault);
      return { content, fault };
    }
  }

  const openAll: SignalSealer['openAll'] = (contents, store) => {
    const senders = contents.flatMap((content) => content?.sender ?? []);
    return working(senders, async (here, commit) => {
      const opened: (Opened | null)[] = [];
      for (const content of contents) opened.push(content && await openOne(here, content));
      return store(opened, commit);
    });
  };

  /** All keys that are known of a person, those that wait for consent in the place of the old ones. */
  async function sideOf({ pins, own }: Working, identifier: string) {
    const identityKeys = (await pins.of(identifier)).flatMap(({ offered, identityKey }) => offered ?? identityKey ?? []);
    if (identifier === me.identifier) identityKeys.push(withType(own().pair.publicKey));
    return { identifier, identityKeys };
  }

  const numberOf = async (here: Working, identifier: string): Promise<string> =>
    safetyNumberOf(await sideOf(here, me.identifier), await sideOf(here, identifier));

  /** The devices of a person that are known here: what is decided about them waits for what is under way with them. */
  const devicesOf = (identifier: string): Promise<Device[]> => working([], ({ pins }) => pins.of(identifier));

  return {
    sealAll,
    seal: async (content, devices) => (await sealAll(content, devices)).copies,
    openAll,
    open: (content) => openAll([content], async ([opened], commit) => {
      await db.transaction('rw', all, commit);
      if (opened?.fault) throw opened.fault;
      return opened!.content;
    }),
    tables: all,
    makeOrRestoreKeys: keys.makeOrRestore,
    replenish: keys.replenish,
    rotate: keys.rotate,
    bundlesOf: bundles.of,
    async repair(device) {
      const every = limits.sessionRepairEvery;
      if (!await working([device], ({ sessions }) => sessions.markRepaired(device, every))) return false;
      const [bundle] = await bundles.fetch([device]);
      if (!bundle) return false;
      return alone([device], async ({ sessions, pins, work }) => {
        if (!await pins.agree(device, bundle.identityKey) || !await sessions.markRepaired(device, every)) return false;
        await sessions.begin(device, bundle);
        bundles.spend(work, bundle);
        return true;
      });
    },
    safetyNumber: (identifier) => working([], (here) => numberOf(here, identifier)),
    pins: {
      stateOf: (identifier) => working([], async ({ pins }) => stateOf(await pins.of(identifier))),
      accept: async (identifier) => alone(await devicesOf(identifier), ({ pins }) => pins.accept(identifier)),
      verify: async (identifier, safetyNumber) => alone(await devicesOf(identifier), async (here) => {
        if (await numberOf(here, identifier) !== safetyNumber) throw cryptoFault('untrusted_identity');
        await here.pins.verify(identifier);
      }),
      forget: (devices) => alone(devices, async ({ pins }) => pins.forget(devices)),
    },
  };
}
