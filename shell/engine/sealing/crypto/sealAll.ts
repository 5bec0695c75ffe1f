// Seals a content for each device: what fails is tried again with a fresh bundle, and then goes plain or not at all.
import type { Content, Device } from '@amber/proto';
import type { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { firstValueFrom, type SchedulerLike, timer } from 'rxjs';
import type { SealedCopies, Sealer, Within } from '../sealer.ts';
import type { Bundles } from './bundles.ts';
import { type Bytes, fromText } from './bytes.ts';
import { sealedOf, toEnvelope } from './envelope.ts';
import { cryptoFault, toFault } from './failure.ts';
import { addressOf, type PeerBundleRow } from './tables.ts';
import type { Work, Working } from './work.ts';

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

export interface SealingPorts extends Work {
  bundles: Bundles;
  me: Device;
  clock: SchedulerLike;
  /**
   * A content has been sealed for these devices, or was meant for them: called inside the transaction that stores their
   * sessions.
   */
  sealed?: ((id: string, devices: readonly Device[]) => Promise<void>) | undefined;
  /** A problem with a message, for the log. */
  log?: ((messageId: string, fault: Fault) => void) | undefined;
}

/** These are attacks until a person says otherwise. */
const isAttack = ({ code }: Fault): boolean => code === 'untrusted_identity' || code === 'bad_signature';

const find = (found: readonly PeerBundleRow[], device: Device) =>
  found.find((bundle) => addressOf(bundle) === addressOf(device));

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

  return async (within, content, devices) => {
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
}
