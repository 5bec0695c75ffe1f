// Seals messages for devices and opens what they send: the only entry to this folder.
import type { AccountDb } from '@amber/client/db';
import type { Content, Device } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { Table } from 'dexie';
import { firstValueFrom, type SchedulerLike, timer } from 'rxjs';
import { createQueue } from '../../kit/queue.ts';
import type { Opened, SealedCopies, Sealer, Within } from '../sealer.ts';
import { createBundles } from './bundles.ts';
import { type Bytes, fromText, toText } from './bytes.ts';
import { compare, fromEnvelope, sealedOf, toEnvelope } from './envelope.ts';
import { cryptoFault, toFault } from './failure.ts';
import { createPins, type IdentityNews, type PersonState, type Pins, present, stateOf } from './identity.ts';
import { createKeys, type KeyApi, type Keys } from './keys.ts';
import { withType } from './ratchet.ts';
import { safetyNumberOf } from './safetyNumber.ts';
import { createSessions, type Sessions } from './session.ts';
import { addressOf, cryptoTables, type MyIdentityRow, type PeerBundleRow, type PinRow } from './tables.ts';
import { createUnitOfWork, type UnitOfWork } from './unitOfWork.ts';
import { fromSealedText } from './wire.ts';

/** A person's device with its known key. */
export interface KnownDevice extends Device {
  state: 'unverified' | 'verified' | 'changed' | 'new';
  since: number;
}

export interface SignalSealer extends Sealer {
  makeOrRestoreKeys: Keys['makeOrRestore'];
  replenish: Keys['replenish'];
  publishAgain: Keys['publishAgain'];
  rotate: Keys['rotate'];
  /** Bundles of those of these devices that have one, fetched where there is none to start a session with. */
  bundlesOf(devices: readonly Device[]): Promise<PeerBundleRow[]>;
  /** Learns the keys of one's own devices that existed before this one: they are not announced. */
  meet(devices: readonly Device[]): Promise<void>;
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
    current(identifier: string, deviceIds: readonly string[]): Promise<void>;
  };
}

interface SealerPorts {
  db: AccountDb;
  api: KeyApi;
  me: Device;
  clock: SchedulerLike;
  /** A key or device is new: called inside the transaction that stores it, which holds `recordTables` too. */
  record?(news: IdentityNews): Promise<void>;
  recordTables?: Table[];
  /**
   * A content has been sealed for these devices, or was meant for them: called inside the transaction that stores their
   * sessions.
   */
  sealed?(id: string, devices: readonly Device[]): Promise<void>;
  /** The same, after it has been stored. */
  changed?(news: IdentityNews): void;
  /** A waiting key is accepted for this device; called after it has been stored. */
  taken?(device: Device): void;
  /** A problem with a message, for the log. */
  log?(messageId: string, fault: Fault): void;
  /** How many one-time keys at a time. */
  preKeys?: number;
  /** Whether this engine may still write the keys: asked inside the transaction that does. */
  isOwner?(): Promise<boolean>;
}

/** One unit of work on sessions, pins and keys, written at its end or not at all. */
interface Working {
  work: UnitOfWork;
  sessions: Sessions;
  pins: Pins;
  /** @throws Fault corrupt_store when this device has no keys. */
  own(): MyIdentityRow;
  /** Whether it has something to write or to announce. */
  hasNews(): boolean;
}

const toKnown = ({ identifier, deviceId, identityKey, offered, verified, since }: PinRow): KnownDevice => ({
  identifier,
  deviceId,
  since,
  state: !offered ? (verified ? 'verified' : 'unverified') : identityKey ? 'changed' : 'new',
});

/** These are attacks until a person says otherwise. */
const isAttack = ({ code }: Fault): boolean => code === 'untrusted_identity' || code === 'bad_signature';

export function createSealer({
  db,
  api,
  me,
  clock,
  record,
  recordTables = [],
  sealed: noteSealed,
  changed,
  taken,
  log,
  preKeys,
  isOwner,
}: SealerPorts): SignalSealer {
  const tables = cryptoTables(db);
  const all = [...new Set([...(Object.values(tables) as Table[]), ...recordTables])];
  const inOrder = createQueue();
  const now = () => clock.now();
  const keys = createKeys({ db, tables, api, me, now, ...(preKeys && { count: preKeys }) });
  const bundles = createBundles({ tables, api, now });
  const isMine = ({ identifier }: Device) => identifier === me.identifier;

  /** Works on these devices exclusively. What `commit` has written is announced at the end. */
  function working<T>(
    devices: readonly Device[],
    run: (here: Working, commit: () => Promise<void>) => Promise<T>,
    { quietly = false } = {},
  ): Promise<T> {
    return inOrder.run([...new Set(devices.map(addressOf))], async () => {
      const work = createUnitOfWork();
      const news: IdentityNews[] = [];
      const takenOf: Device[] = [];
      let committed = false;
      const people = new Set(devices.map(({ identifier }) => identifier));
      // Rows that nearly all work starts with are read together: every transaction costs a round trip to the browser's
      // process.
      const mine = await db.transaction('r', tables.identity, tables.sessions, tables.pins, async () => {
        const own = tables.identity.get('me') as Promise<MyIdentityRow | undefined>;
        await Promise.all([
          ...devices.map((device) => work.get(tables.sessions, addressOf(device))),
          ...[...people].map((identifier) => work.list(tables.pins, identifier)),
        ]);
        return own;
      });
      const own = () => {
        if (!mine) throw cryptoFault('corrupt_store');
        return mine;
      };
      const pins = createPins({
        work,
        tables,
        now,
        me,
        taken: (device) => takenOf.push(device),
        tell: (item) => {
          if (!quietly) news.push(item);
        },
      });
      const sessions = createSessions({ work, tables, own, pins, now });
      const result = await run(
        { work, sessions, pins, own, hasNews: () => work.hasWrites() || news.length > 0 },
        async () => {
          // What was read may be older than what another engine has written meanwhile: a ratchet never goes back.
          if (isOwner && !(await isOwner())) throw new Fault('STORAGE');
          await work.commit();
          for (const item of news) await record?.(item);
          committed = true;
        },
      );
      if (committed) {
        news.forEach((item) => changed?.(item));
        takenOf.forEach((device) => taken?.(device));
      }
      return result;
    });
  }

  /** The same in a separate transaction. An error is thrown after its findings are stored. */
  const alone = <T>(
    devices: readonly Device[],
    run: (here: Working) => Promise<T>,
    options?: { quietly?: boolean; also?: (result: T) => Promise<void> | undefined },
  ): Promise<T> =>
    working(
      devices,
      async (here, commit) => {
        const [outcome] = await Promise.allSettled([run(here)]);
        if (here.hasNews())
          await db.transaction('rw', all, async () => {
            if (outcome.status === 'fulfilled') await options?.also?.(outcome.value);
            await commit();
          });
        return outcome;
      },
      options,
    ).then((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });

  /** Whether a person's consent is needed before anything is sent to these devices, a bundle's key included. */
  async function refuseUntrusted(
    { pins }: Working,
    devices: readonly Device[],
    found: readonly PeerBundleRow[],
  ): Promise<void> {
    let waiting = false;
    for (const device of devices) {
      const bundle = find(found, device);
      const agreed = bundle ? await pins.agree(device, bundle.identityKey) : await pins.readyToSend(device);
      if (!agreed && !isMine(device)) waiting = true;
    }
    if (waiting) throw cryptoFault('untrusted_identity');
  }

  const find = (found: readonly PeerBundleRow[], device: Device) =>
    found.find((bundle) => addressOf(bundle) === addressOf(device));

  async function withoutSession({ sessions }: Working, devices: readonly Device[]): Promise<Device[]> {
    const has = await Promise.all(devices.map((device) => sessions.has(device)));
    return devices.filter((_, index) => !has[index]);
  }

  /** Those whose form is unknown and whose bundle was not checked for it within the day. */
  async function withFormUnasked({ pins }: Working, devices: readonly Device[]): Promise<Device[]> {
    const unasked = await Promise.all(devices.map((device) => pins.isFormUnasked(device)));
    return devices.filter((_, index) => unasked[index]);
  }

  interface Tried {
    device: Device;
    copy?: Content;
    fault?: Fault;
    /** The device opens only the older form: a text is sent in it, a command is not sent. */
    older?: true;
    /** It could not be sealed for it now, but its key is known: it may ask. */
    known?: true;
  }

  /** What is to be sealed, in both forms. */
  interface Letter {
    content: Content;
    envelope: Bytes;
  }

  const letterOf = ({ conversationId, ...told }: Within, content: Content): Letter => ({
    content,
    envelope: toEnvelope({ ...sealedOf(conversationId, { ...content, sender: me }), ...told }),
  });

  /**
   * One try for each device: with its session or, where there is none or `anew` requests it, a new one from its bundle.
   * Failures are left out, with their fault. @throws Fault of an attack
   */
  async function sealEach(
    here: Working,
    { content, envelope }: Letter,
    devices: readonly Device[],
    found: readonly PeerBundleRow[],
    anew = false,
  ): Promise<Tried[]> {
    here.own(); // without its own keys this device sends nothing, not even plain
    await refuseUntrusted(here, devices, found);
    for (const bundle of found)
      if (devices.some((device) => addressOf(device) === addressOf(bundle)))
        await here.pins.learnForm(bundle, bundle.form);
    const results: Tried[] = [];
    for (const to of devices) {
      try {
        const bundle = find(found, to);
        // Another message may have started a session since the bundle was looked up, and used up its one-time key.
        if (bundle && (anew || !(await here.sessions.has(to)))) {
          // One-time keys are not signed: a mismatch with a known key is an attack, not an accident.
          await here.sessions.begin(to, bundle).catch((thrown: unknown) => {
            const fault = toFault(thrown);
            bundles.forget(here.work, to);
            throw isAttack(fault) ? fault : cryptoFault('bad_signature', fault);
          });
          bundles.spend(here.work, bundle);
        }
        const isOlder = (await here.pins.formOf(to)) === 0;
        if (isOlder && content.cmdId) {
          results.push({ device: to, older: true });
          continue;
        }
        const message = await here.sessions.seal(to, isOlder ? fromText(content.message) : envelope);
        results.push({
          device: to,
          copy: { ...content, message, encrypted: true, to },
          ...(isOlder && { older: true as const }),
        });
      } catch (thrown) {
        const fault = toFault(thrown);
        log?.(content.id, fault);
        if (isAttack(fault) && !isMine(to)) throw fault;
        results.push({ device: to, fault, ...((await here.pins.keyOf(to)) && { known: true as const }) });
      }
    }
    return results;
  }

  /** The receivers are stored with the sessions: only they may get a resend. */
  const noting =
    (id: string) =>
    (tried: Tried[] | { tried?: Tried[] }): Promise<void> | undefined => {
      const all = Array.isArray(tried) ? tried : (tried.tried ?? []);
      return noteSealed?.(
        id,
        all.filter(({ copy, known }) => copy ?? known).map(({ device }) => device),
      );
    };

  /** The first try: immediate where there is a session with each device, else with bundles of those that lack one. */
  async function trySealing(letter: Letter, devices: readonly Device[]): Promise<Tried[]> {
    const { tried, unknown } = await alone(
      devices,
      async (here) => {
        const lacking = await withoutSession(here, devices);
        const unasked = await withFormUnasked(here, devices);
        const asked = devices.filter((device) => lacking.includes(device) || unasked.includes(device));
        return asked.length > 0 ? { unknown: asked } : { tried: await sealEach(here, letter, devices, []) };
      },
      { also: noting(letter.content.id) },
    );
    if (tried) return tried;
    const found = await bundles.of(unknown);
    return alone(devices, (here) => sealEach(here, letter, devices, found), { also: noting(letter.content.id) });
  }

  const sealAll: Sealer['sealAll'] = async (within, content, devices) => {
    const letter = letterOf(within, content);
    const first = await trySealing(letter, devices);
    const failed = first.filter(({ copy, older }) => !copy && !older).map(({ device }) => device);
    const second = failed.length === 0 ? [] : await trySealingAgain(letter, failed);
    const results = first.map((result) => second.find(({ device }) => device === result.device) ?? result);
    const sealed: SealedCopies = { copies: [], plain: [], dropped: [], older: [] };
    for (const { device, copy, older, fault = cryptoFault('no_session') } of results) {
      if (copy) sealed.copies.push(copy);
      if (copy && older) sealed.older.push(device);
      if (copy) continue;
      if (older || isMine(device) || (await isGhost(device))) sealed.dropped.push(device);
      else {
        sealed.copies.push({ ...content, encrypted: false, to: device });
        sealed.plain.push({ device, fault });
      }
    }
    return sealed;
  };

  async function trySealingAgain(letter: Letter, devices: readonly Device[]) {
    await firstValueFrom(timer(limits.preKeyRefetchAfter, clock));
    const found = await bundles.fetch(devices);
    return alone(devices, (here) => sealEach(here, letter, devices, found, true), { also: noting(letter.content.id) });
  }

  /** A device that never had keys, of a person who has another one that does. */
  const isGhost = (device: Device): Promise<boolean> =>
    working([], async ({ pins }) => {
      const known = await pins.of(device.identifier);
      return known.length > 0 && !known.some(({ deviceId }) => deviceId === device.deviceId);
    });

  async function openOne({ sessions, pins }: Working, conversationId: string, content: Content): Promise<Opened> {
    const { sender, message, timestamp } = content;
    try {
      if (message === '') throw cryptoFault('withheld');
      if (!fromSealedText(message)) {
        // Own devices seal or send nothing: this is somebody else's.
        if (sender && isMine(sender)) throw cryptoFault('not_sealed');
        return { content: { ...content, encrypted: false } };
      }
      if (!sender) throw cryptoFault('no_session');
      const plain = await sessions.open(sender, message, timestamp);
      const said = fromEnvelope(plain);
      const standing = (await pins.trusted(sender)) ? {} : { untrusted: true as const };
      if (!said)
        return { content: { ...content, message: await olderText(pins, sender, plain), encrypted: true }, ...standing };
      await pins.heardEnvelope(sender);
      compare(said, conversationId, content);
      return { content: { ...content, message: said.body, encrypted: true }, said, ...standing };
    } catch (thrown) {
      const fault = toFault(thrown);
      log?.(content.id, fault);
      return { content, fault };
    }
  }

  /** The older form binds only its words. From a person who has sent envelopes it is accepted for a limited time. */
  async function olderText(pins: Pins, { identifier }: Device, plain: Bytes): Promise<string> {
    const since = await pins.envelopesSince(identifier);
    if (since !== undefined && now() - since > limits.olderFormFor) throw cryptoFault('does_not_match');
    return toText(plain);
  }

  const openAll: Sealer['openAll'] = (conversationId, contents, store) => {
    const senders = contents.flatMap((content) => content?.sender ?? []);
    return working(senders, async (here, commit) => {
      const opened: (Opened | null)[] = [];
      for (const content of contents) opened.push(content && (await openOne(here, conversationId, content)));
      return store(opened, commit);
    });
  };

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
    sealAll,
    openAll,
    makeOrRestoreKeys: keys.makeOrRestore,
    replenish: keys.replenish,
    publishAgain: keys.publishAgain,
    rotate: keys.rotate,
    bundlesOf: bundles.of,
    async meet(devices) {
      const found = await bundles.of(devices);
      await alone(
        devices,
        async ({ pins }) => {
          for (const bundle of found) await pins.agree(bundle, bundle.identityKey);
        },
        { quietly: true },
      );
    },
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
      devicesOf: (identifier) => working([], async ({ pins }) => present(await pins.of(identifier)).map(toKnown)),
      current: async (identifier, deviceIds) =>
        alone(await devicesOf(identifier), ({ pins }) => pins.current(identifier, new Set(deviceIds))),
    },
  };
}
