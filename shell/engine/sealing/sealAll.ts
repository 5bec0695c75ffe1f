// Seals a content for each device: what fails is tried again with a fresh bundle, and then goes plain or not at all.
import type { Content, Device } from '@amber/proto';
import type { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { firstValueFrom, type SchedulerLike, timer } from 'rxjs';
import type { Named, Within } from '../rows/marks.ts';
import type { SealedCopies, Sealer } from './sealer.ts';
import type { Bundles } from '../keys/bundles.ts';
import { type Bytes, fromText } from '../keys/bytes.ts';
import { sealedOf, toEnvelope } from './envelope.ts';
import { cryptoFault, toFault } from '../keys/failure.ts';
import { addressOf, type PeerBundleRow } from '../keys/tables.ts';
import type { Work, Working } from '../keys/work.ts';

interface Tried {
  device: Device;
  copy?: Content;
  fault?: Fault;
  /** The device opens only the older form: a text is sent in it, a command is not sent. */
  older?: true;
  /** It could not be sealed for it now, but its key is known: it may ask. */
  known?: true;
  /** Nothing is sealed for it until it is approved. */
  unapproved?: true;
}

/** How many ids an envelope names. */
const namedMost = 2;

/** What is to be sealed. */
interface Letter {
  content: Content;
  /** Names what was sealed for this device before it. */
  envelopeFor(device: Device, before: readonly Named[]): Bytes;
}

export interface SealingPorts extends Work {
  bundles: Bundles;
  me: Device;
  clock: SchedulerLike;
  /**
   * Contents have been sealed for these devices, or were meant for them: called inside the transaction that stores
   * their sessions.
   */
  sealed?: ((notes: readonly { id: string; devices: readonly Device[] }[]) => Promise<void>) | undefined;
  /** A problem with a message, for the log. */
  log?: ((messageId: string, fault: Fault) => void) | undefined;
}

/** These are attacks until a person says otherwise. */
const isAttack = ({ code }: Fault): boolean => code === 'untrusted_identity' || code === 'bad_signature';

/** It could not be sealed for it, and should be. */
const lacksCopy = ({ copy, older, unapproved }: Tried): boolean => !copy && !older && !unapproved;

const find = (found: readonly PeerBundleRow[], device: Device) =>
  found.find((bundle) => addressOf(bundle) === addressOf(device));

const sealedIn = (tried: readonly Tried[]): string[] =>
  tried.filter(({ copy }) => copy).map(({ device }) => addressOf(device));

export function createSealAll({
  working,
  alone,
  bundles,
  me,
  clock,
  sealed: noteSealed,
  log,
}: SealingPorts): Sealer['sealAll'] {
  const isMine = ({ identifier }: Device) => identifier === me.identifier;

  /** Whether a person's consent is needed before anything is sent to these devices, a bundle's key included. */
  async function refuseUntrusted(
    { pins }: Working,
    devices: readonly Device[],
    found: readonly PeerBundleRow[],
  ): Promise<void> {
    let waiting = false;
    for (const device of devices) {
      if (!isMine(device) && !(await pins.isApproved(device))) continue;
      const bundle = find(found, device);
      const agreed = bundle ? await pins.agree(device, bundle.identityKey) : await pins.readyToSend(device);
      if (!agreed && !isMine(device)) waiting = true;
    }
    if (waiting) throw cryptoFault('untrusted_identity');
  }

  async function withoutSession({ sessions }: Working, devices: readonly Device[]): Promise<Device[]> {
    const has = await Promise.all(devices.map((device) => sessions.has(device)));
    return devices.filter((_, index) => !has[index]);
  }

  /** Those whose form is unknown and whose bundle was not checked for it within the day. */
  async function withFormUnasked({ pins }: Working, devices: readonly Device[]): Promise<Device[]> {
    const unasked = await Promise.all(devices.map((device) => pins.isFormUnasked(device)));
    return devices.filter((_, index) => unasked[index]);
  }

  const letterOf = ({ conversationId, seen = '', read = '' }: Within, content: Content): Letter => ({
    content,
    envelopeFor(device, before) {
      const address = addressOf(device);
      const named = before
        .filter(({ to, at }) => to.includes(address) && clock.now() - at < limits.missedFor)
        .slice(-namedMost);
      return toEnvelope({
        ...sealedOf(conversationId, { ...content, sender: me }),
        seen,
        read,
        before: named.map(({ id }) => id),
        beforeAt: named.map(({ at }) => at),
      });
    },
  });

  /** Starts sessions where there are none or `anew` requests it. Returns the devices for which that failed. */
  async function startSessions(
    here: Working,
    devices: readonly Device[],
    found: readonly PeerBundleRow[],
    anew: boolean,
  ): Promise<Map<Device, Fault>> {
    here.own(); // without its own keys this device sends nothing, not even plain
    await refuseUntrusted(here, devices, found);
    const failed = new Map<Device, Fault>();
    for (const device of devices) {
      const bundle = find(found, device);
      if (!bundle || !(await here.pins.isApproved(device))) continue;
      await here.pins.learnForm(bundle, bundle.form);
      // Another message may have started a session since the bundle was looked up, and used up its one-time key.
      if (!anew && (await here.sessions.has(device))) continue;
      try {
        await here.sessions.begin(device, bundle);
        bundles.spend(here.work, bundle);
      } catch (thrown) {
        const fault = toFault(thrown);
        await bundles.forget(here.work, device);
        // One-time keys are not signed: a mismatch with a known key is an attack, not an accident.
        failed.set(device, isAttack(fault) ? fault : cryptoFault('bad_signature', fault));
      }
    }
    return failed;
  }

  /** One letter for one device. @throws Fault untrusted_identity of another person's device */
  async function sealOne(
    here: Working,
    { content, envelopeFor }: Letter,
    to: Device,
    before: readonly Named[],
    failed: Fault | undefined,
  ): Promise<Tried> {
    if (!(await here.pins.isApproved(to))) return { device: to, unapproved: true };
    try {
      if (failed) throw failed;
      const isOlder = (await here.pins.formOf(to)) === 0;
      if (isOlder && content.cmdId) return { device: to, older: true };
      const message = await here.sessions.seal(to, isOlder ? fromText(content.message) : envelopeFor(to, before));
      return {
        device: to,
        copy: { ...content, message, encrypted: true, to },
        ...(isOlder && { older: true as const }),
      };
    } catch (thrown) {
      const fault = toFault(thrown);
      log?.(content.id, fault);
      if (fault.code === 'untrusted_identity' && !isMine(to)) throw fault;
      return { device: to, fault, ...((await here.pins.keyOf(to)) && { known: true as const }) };
    }
  }

  /** One try for each letter and device. @throws Fault untrusted_identity */
  async function sealEach(
    here: Working,
    letters: readonly Letter[],
    before: readonly Named[],
    devices: readonly Device[],
    found: readonly PeerBundleRow[],
    anew = false,
  ): Promise<Tried[][]> {
    const failed = await startSessions(here, devices, found, anew);
    const named = [...before];
    const results: Tried[][] = [];
    for (const letter of letters) {
      const tried: Tried[] = [];
      for (const device of devices) tried.push(await sealOne(here, letter, device, named, failed.get(device)));
      results.push(tried);
      named.push({ id: letter.content.id, at: clock.now(), to: sealedIn(tried) });
    }
    return results;
  }

  /** The receivers are stored with the sessions: only they may get a resend. */
  const noting =
    (letters: readonly Letter[]) =>
    (result: Tried[][] | { tried?: Tried[][] }): Promise<void> | undefined =>
      noteSealed?.(
        (Array.isArray(result) ? result : (result.tried ?? [])).map((tried, index) => ({
          id: letters[index]!.content.id,
          devices: tried.filter(({ copy, known }) => copy ?? known).map(({ device }) => device),
        })),
      );

  /** The first try: immediate where there is a session with each device, else with bundles of those that lack one. */
  async function trySealing(
    letters: readonly Letter[],
    before: readonly Named[],
    devices: readonly Device[],
  ): Promise<Tried[][]> {
    const also = noting(letters);
    const { tried, unknown } = await alone(
      devices,
      async (here): Promise<{ tried?: Tried[][]; unknown: Device[] }> => {
        const isOpen = await Promise.all(devices.map((device) => here.pins.isApproved(device)));
        const approved = devices.filter((_, index) => isOpen[index]);
        const lacking = await withoutSession(here, approved);
        const unasked = await withFormUnasked(here, approved);
        const unknown = approved.filter((device) => lacking.includes(device) || unasked.includes(device));
        return unknown.length > 0
          ? { unknown }
          : { unknown, tried: await sealEach(here, letters, before, devices, []) };
      },
      { also },
    );
    if (tried) return tried;
    const found = await bundles.of(unknown);
    return alone(devices, (here) => sealEach(here, letters, before, devices, found), { also });
  }

  /** After a second, with fresh bundles. */
  async function trySealingAgain(
    letters: readonly Letter[],
    before: readonly Named[],
    devices: readonly Device[],
  ): Promise<Tried[][]> {
    await firstValueFrom(timer(limits.preKeyRefetchAfter, clock));
    const found = await bundles.fetch(devices);
    return alone(devices, (here) => sealEach(here, letters, before, devices, found, true), { also: noting(letters) });
  }

  /** A device that never had keys, of a person who has another one that does. */
  const isGhost = (device: Device): Promise<boolean> =>
    working([], async ({ pins }) => {
      const known = await pins.of(device.identifier);
      return known.length > 0 && !known.some(({ deviceId }) => deviceId === device.deviceId);
    });

  /** What becomes of one content, device by device. */
  async function copiesOf(content: Content, tried: readonly Tried[]): Promise<SealedCopies> {
    const sealed: SealedCopies = { copies: [], plain: [], dropped: [], older: [], leftOut: [] };
    for (const { device, copy, older, unapproved, fault = cryptoFault('no_session') } of tried) {
      if (copy) sealed.copies.push(copy);
      if (copy && older) sealed.older.push(device);
      if (copy) continue;
      if (older || unapproved || isMine(device) || (await isGhost(device))) sealed.dropped.push(device);
      else if (isAttack(fault)) sealed.leftOut.push({ device, fault });
      else {
        sealed.copies.push({ ...content, encrypted: false, to: device });
        sealed.plain.push({ device, fault });
      }
    }
    const others = tried.filter(({ device }) => !isMine(device));
    if (sealed.leftOut.length > 0 && sealed.leftOut.length === others.length) throw sealed.leftOut[0]!.fault;
    return sealed;
  }

  return async ({ before = [], ...within }, contents, devices) => {
    const letters = contents.map((content) => letterOf(within, content));
    const first = await trySealing(letters, before, devices);
    // A device that fails for one is tried again for all, so that its copies open in their order.
    const failed = devices.filter((_, at) => first.some((tried) => lacksCopy(tried[at]!)));
    const second = failed.length === 0 ? [] : await trySealingAgain(letters, before, failed);
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
