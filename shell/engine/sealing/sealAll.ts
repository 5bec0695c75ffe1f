// Encrypts contents for each device. A failed copy is retried with a fresh bundle, and is then sent unencrypted or not
// at all.
import type { Content, Device } from '@amber/proto';
import type { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { firstValueFrom, type SchedulerLike, timer } from 'rxjs';
import type { EnvelopeContext } from '../rows/envelopeContext.ts';
import type { SentReference } from '../keys/identityRows.ts';
import type { SealedCopies, Sealer } from './sealer.ts';
import type { Bundles } from '../keys/bundles.ts';
import { type Bytes, fromText } from '../keys/bytes.ts';
import { sealedOf, toEnvelope } from './envelope.ts';
import { cryptoFault, toFault } from '../keys/cryptoFault.ts';
import { addressOf, type PeerBundleRow } from '../keys/tables.ts';
import type { UnitRunner, UnitContext } from '../keys/unitRunner.ts';

interface SealAttempt {
  device: Device;
  copy?: Content;
  fault?: Fault;
  /** Set if the device reads only the older form: a text is sent in that form, a command is not sent. */
  older?: true;
  /** Set if encrypting failed but the device's key is known: the device may request a resend. */
  known?: true;
  /** Set if the device is not approved, so nothing is encrypted for it. */
  unapproved?: true;
}

/** How many earlier ids an envelope names. */
const referencesMax = 2;

/** A content to be encrypted. */
interface OutgoingContent {
  content: Content;
  /** Returns the envelope for a device, which names earlier messages that were encrypted for it. */
  envelopeFor(device: Device, before: readonly SentReference[]): Bytes;
}

export interface SealingPorts extends UnitRunner {
  bundles: Bundles;
  me: Device;
  clock: SchedulerLike;
  /**
   * Records the devices for which contents were encrypted or meant. Called inside the transaction that stores their
   * sessions.
   */
  onSealed?: ((notes: readonly { id: string; devices: readonly Device[] }[]) => Promise<void>) | undefined;
  /** Logs a problem with a message. */
  log?: ((messageId: string, fault: Fault) => void) | undefined;
}

/** These faults count as attacks until the user consents. */
const isAttack = ({ code }: Fault): boolean => code === 'untrusted_identity' || code === 'bad_signature';

/** Whether encrypting for the device failed and should be retried. */
const needsRetry = ({ copy, older, unapproved }: SealAttempt): boolean => !copy && !older && !unapproved;

async function filterAsync<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<T[]> {
  const passed = await Promise.all(items.map(test));
  return items.filter((_, index) => passed[index]);
}

const find = (found: readonly PeerBundleRow[], device: Device) =>
  found.find((bundle) => addressOf(bundle) === addressOf(device));

const sealedIn = (attempts: readonly SealAttempt[]): string[] =>
  attempts.filter(({ copy }) => copy).map(({ device }) => addressOf(device));

export function createSealAll({
  runUnit,
  runInTransaction,
  bundles,
  me,
  clock,
  onSealed: recordRecipients,
  log,
}: SealingPorts): Sealer['sealAll'] {
  const isMine = ({ identifier }: Device) => identifier === me.identifier;

  /**
   * Throws if the user must consent before anything is sent to these devices. The keys of the fetched bundles count,
   * too.
   * @throws Fault untrusted_identity
   */
  async function assertTrusted(
    { pins }: UnitContext,
    devices: readonly Device[],
    found: readonly PeerBundleRow[],
  ): Promise<void> {
    let waiting = false;
    for (const device of devices) {
      if (!isMine(device) && !(await pins.isApproved(device))) continue;
      const bundle = find(found, device);
      const agreed = bundle ? await pins.checkBundleKey(device, bundle.identityKey) : await pins.maySendTo(device);
      if (!agreed && !isMine(device)) waiting = true;
    }
    if (waiting) throw cryptoFault('untrusted_identity');
  }

  const toOutgoing = (
    { conversationId, seen = '', read = '' }: EnvelopeContext,
    content: Content,
  ): OutgoingContent => ({
    content,
    envelopeFor(device, before) {
      const address = addressOf(device);
      const named = before
        .filter(({ to, at }) => to.includes(address) && clock.now() - at < limits.gapWindow)
        .slice(-referencesMax);
      return toEnvelope({
        ...sealedOf(conversationId, { ...content, sender: me }),
        seen,
        read,
        before: named.map(({ id }) => id),
        beforeAt: named.map(({ at }) => at),
      });
    },
  });

  /**
   * Starts sessions with devices that have none, or with all if `forceNew` is set. Returns the devices for which that
   * failed.
   */
  async function startSessions(
    unit: UnitContext,
    devices: readonly Device[],
    found: readonly PeerBundleRow[],
    forceNew: boolean,
  ): Promise<Map<Device, Fault>> {
    unit.own(); // without its own keys this device sends nothing, not even unencrypted
    await assertTrusted(unit, devices, found);
    const failed = new Map<Device, Fault>();
    for (const device of devices) {
      const bundle = find(found, device);
      if (!bundle || !(await unit.pins.isApproved(device))) continue;
      await unit.pins.recordForm(bundle, bundle.form);
      // Another message may have started a session since the bundle was looked up, and have used its one-time key.
      if (!forceNew && (await unit.sessions.has(device))) continue;
      try {
        await unit.sessions.start(device, bundle);
        bundles.markSpent(unit.work, bundle);
      } catch (thrown) {
        const fault = toFault(thrown);
        await bundles.discard(unit.work, device);
        // One-time keys are not signed, so a mismatch with a known key is an attack, not an accident.
        failed.set(device, isAttack(fault) ? fault : cryptoFault('bad_signature', fault));
      }
    }
    return failed;
  }

  /** Encrypts one content for one device. @throws Fault untrusted_identity for another person's device. */
  async function sealOne(
    unit: UnitContext,
    { content, envelopeFor }: OutgoingContent,
    to: Device,
    before: readonly SentReference[],
    failed: Fault | undefined,
  ): Promise<SealAttempt> {
    if (!(await unit.pins.isApproved(to))) return { device: to, unapproved: true };
    try {
      if (failed) throw failed;
      const isOlder = (await unit.pins.formOf(to)) === 0;
      if (isOlder && content.cmdId) return { device: to, older: true };
      const message = await unit.sessions.seal(to, isOlder ? fromText(content.message) : envelopeFor(to, before));
      return {
        device: to,
        copy: { ...content, message, encrypted: true, to },
        ...(isOlder && { older: true as const }),
      };
    } catch (thrown) {
      const fault = toFault(thrown);
      log?.(content.id, fault);
      if (fault.code === 'untrusted_identity' && !isMine(to)) throw fault;
      return { device: to, fault, ...((await unit.pins.keyOf(to)) && { known: true as const }) };
    }
  }

  /** Tries once to encrypt each content for each device. @throws Fault untrusted_identity */
  async function sealEach(
    unit: UnitContext,
    outgoing: readonly OutgoingContent[],
    before: readonly SentReference[],
    devices: readonly Device[],
    found: readonly PeerBundleRow[],
    forceNew = false,
  ): Promise<SealAttempt[][]> {
    const failed = await startSessions(unit, devices, found, forceNew);
    const sentBefore = [...before];
    const results: SealAttempt[][] = [];
    for (const message of outgoing) {
      const attempts: SealAttempt[] = [];
      for (const device of devices) attempts.push(await sealOne(unit, message, device, sentBefore, failed.get(device)));
      results.push(attempts);
      sentBefore.push({ id: message.content.id, at: clock.now(), to: sealedIn(attempts) });
    }
    return results;
  }

  /** Stores the recipients together with the sessions, because only they may get a resend. */
  const recipientsWriter =
    (outgoing: readonly OutgoingContent[]) =>
    (result: SealAttempt[][] | { tried?: SealAttempt[][] }): Promise<void> | undefined =>
      recordRecipients?.(
        (Array.isArray(result) ? result : (result.tried ?? [])).map((tried, index) => ({
          id: outgoing[index]!.content.id,
          devices: tried.filter(({ copy, known }) => copy ?? known).map(({ device }) => device),
        })),
      );

  /**
   * The first attempt: without a request if there is a session with each device, otherwise with bundles of the devices
   * that lack one.
   */
  async function trySealing(
    outgoing: readonly OutgoingContent[],
    before: readonly SentReference[],
    devices: readonly Device[],
  ): Promise<SealAttempt[][]> {
    const beforeCommit = recipientsWriter(outgoing);
    const { tried, unknown } = await runInTransaction(
      devices,
      async (unit): Promise<{ tried?: SealAttempt[][]; unknown: Device[] }> => {
        const approved = await filterAsync(devices, (device) => unit.pins.isApproved(device));
        // The bundle of a device whose envelope form is unknown is checked for it once a day.
        const unknown = await filterAsync(
          approved,
          async (device) => !(await unit.sessions.has(device)) || (await unit.pins.isFormCheckDue(device)),
        );
        return unknown.length > 0
          ? { unknown }
          : { unknown, tried: await sealEach(unit, outgoing, before, devices, []) };
      },
      { beforeCommit },
    );
    if (tried) return tried;
    const found = await bundles.get(unknown);
    return runInTransaction(devices, (unit) => sealEach(unit, outgoing, before, devices, found), { beforeCommit });
  }

  /** The second attempt, after a second and with fresh bundles. */
  async function trySealingAgain(
    outgoing: readonly OutgoingContent[],
    before: readonly SentReference[],
    devices: readonly Device[],
  ): Promise<SealAttempt[][]> {
    await firstValueFrom(timer(limits.preKeyRefetchAfter, clock));
    const found = await bundles.fetch(devices);
    return runInTransaction(devices, (unit) => sealEach(unit, outgoing, before, devices, found, true), {
      beforeCommit: recipientsWriter(outgoing),
    });
  }

  /** Whether a device never had keys, while another device of the same person has. */
  const isKeylessDevice = (device: Device): Promise<boolean> =>
    runUnit([], async ({ pins }) => {
      const known = await pins.list(device.identifier);
      return known.length > 0 && !known.some(({ deviceId }) => deviceId === device.deviceId);
    });

  /** Decides for each device what is sent of one content. */
  async function copiesOf(content: Content, attempts: readonly SealAttempt[]): Promise<SealedCopies> {
    const sealed: SealedCopies = { copies: [], plain: [], dropped: [], older: [], leftOut: [] };
    for (const { device, copy, older, unapproved, fault = cryptoFault('no_session') } of attempts) {
      if (copy) sealed.copies.push(copy);
      if (copy && older) sealed.older.push(device);
      if (copy) continue;
      if (older || unapproved || isMine(device) || (await isKeylessDevice(device))) sealed.dropped.push(device);
      else if (isAttack(fault)) sealed.leftOut.push({ device, fault });
      else {
        sealed.copies.push({ ...content, encrypted: false, to: device });
        sealed.plain.push({ device, fault });
      }
    }
    const others = attempts.filter(({ device }) => !isMine(device));
    if (sealed.leftOut.length > 0 && sealed.leftOut.length === others.length) throw sealed.leftOut[0]!.fault;
    return sealed;
  }

  return async ({ before = [], ...context }, contents, devices) => {
    const outgoing = contents.map((content) => toOutgoing(context, content));
    const first = await trySealing(outgoing, before, devices);
    // A device that fails for one content is retried for all, so that it can decrypt its copies in order.
    const failed = devices.filter((_, at) => first.some((tried) => needsRetry(tried[at]!)));
    const second = failed.length === 0 ? [] : await trySealingAgain(outgoing, before, failed);
    return Promise.all(
      contents.map((content, index) =>
        copiesOf(
          content,
          first[index]!.map((result) => second[index]?.find(({ device }) => device === result.device) ?? result),
        ),
      ),
    );
  };
}
