// This person's devices: whether this one is approved, which others await approval, and how decisions reach the others.
import type { OwnDevice, OwnDevices } from '@amber/client/bus';
import type { DevicesReply_Entry } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { CommandBodies } from '@amber/proto/systemCommands';
import { interval } from 'rxjs';
import type { AccountContext } from '../kit/accountContext.ts';
import { singleFlight } from '../kit/singleFlight.ts';
import { findOrCreateOwnChat } from '../chats/ownChat.ts';
import { enqueueFollowUps } from '../rows/enqueueFollowUps.ts';
import { deriveMessageId } from './deriveMessageId.ts';
import type { Outbox } from '../out/outbox.ts';
import type { OwnKey, OwnKeys } from '../keys/ownKeys.ts';
import { type DeviceApproval, getIdentityRow, putIdentityRow, updateIdentityRow } from '../keys/identityRows.ts';
import { isAwaitingApproval } from '../rows/deviceApproval.ts';

/** The approvals and removals that an approved device sends to the others. */
export type DeviceDecisions = CommandBodies['ownDevices'];

export interface OwnDevicesControl {
  /** Updates the published state unless it cannot have changed. */
  refreshIfStale(): Promise<void>;
  /** Updates the state after a change of the gateway's device list. */
  refresh(): Promise<void>;
  /** @throws Fault DEVICES_FULL; untrusted_identity when the device's key has changed since the code was shown. */
  approve(deviceId: string, code: string): Promise<void>;
  /**
   * Signs another own device out on a person's request. From then on this device ignores it, even if the gateway still
   * lists it.
   */
  signOut(deviceId: string): Promise<void>;
  /** Records that a person has seen the devices that were approved automatically. */
  confirm(): Promise<void>;
  /** Requests approval without another device, for a person who has no other device left. */
  startOver(): Promise<void>;
  /** Sends this device's decisions to the other approved devices. */
  sendDecisions(at: number): Promise<void>;
  /** Applies the decisions about devices that an own device has sent encrypted. */
  applyDecisions(by: string, decisions: DeviceDecisions): Promise<void>;
  close(): void;
}

interface OwnDevicesPorts extends Pick<AccountContext, 'db' | 'api' | 'me' | 'clock' | 'catchUp' | 'warn'> {
  outbox: Outbox;
  /** Loads the encryption code. */
  loadOwnKeys(): Promise<OwnKeys>;
  /** Called when a follow-up request has been enqueued. */
  followUp(): void;
  publish(devices: OwnDevices): void;
}

const hour = 60 * 60_000;

const isApprovedEntry = (value: unknown): value is DeviceDecisions['approved'][number] =>
  ['deviceId', 'identityKey'].every((name) => typeof (value as Record<string, unknown> | null)?.[name] === 'string');

export function createOwnDevices(ports: OwnDevicesPorts): OwnDevicesControl {
  const { db, api, me, clock, outbox, publish } = ports;

  const readApproval = () => getIdentityRow(db, 'standing');
  const writeApproval = (approval: DeviceApproval) => putIdentityRow(db, 'standing', approval);

  /**
   * The initial state: a device that is older than device approval counts as approved, and so do the devices that it
   * knows.
   */
  async function initialApproval(ownKeys: OwnKeys, list: readonly DevicesReply_Entry[]): Promise<DeviceApproval> {
    const isOld = (await getIdentityRow(db, 'met')) !== undefined;
    // The gateway's statement alone suffices only when there is no other device; otherwise the device that approves
    // this one is the first that it trusts.
    if (!isOld) return { isApproved: false };
    const before = list.filter(({ deviceId, approved }) => approved && deviceId !== me.deviceId);
    const known = await ownKeys.listKnown(before.map(({ deviceId }) => deviceId));
    const ids = new Set(before.map(({ deviceId }) => deviceId));
    await ownKeys.applyDecisions({ approved: known.filter(({ deviceId }) => ids.has(deviceId)), removed: [] });
    return { isApproved: true, ...(before.length > 0 && { hasUnseen: true as const }) };
  }

  /** Returns the keys of the listed devices. Keys of devices that are new here are fetched. */
  async function keysOfOthers(ownKeys: OwnKeys, others: readonly DevicesReply_Entry[]): Promise<OwnKey[]> {
    const known = new Map((await ownKeys.listKnown([])).map((key) => [key.deviceId, key]));
    const unclear = others.filter(({ deviceId, approved }) => {
      const knownKey = known.get(deviceId);
      return !knownKey || (!approved && knownKey.state === 'approved');
    });
    return ownKeys.listKnown(unclear.map(({ deviceId }) => deviceId));
  }

  const refresh = singleFlight(async () => {
    const ownKeys = await ports.loadOwnKeys();
    const { list } = await api.user.devices({});
    const self = list.find(({ deviceId }) => deviceId === me.deviceId);
    const others = list.filter(({ deviceId }) => deviceId !== me.deviceId);
    const before = (await readApproval()) ?? (await initialApproval(ownKeys, list));
    const isAlone = before.asked === true || !others.some(({ approved }) => approved);
    const isApproved = before.isApproved || (self?.approved === true && isAlone);
    const isConfirmed = isApproved && self?.approved === true;
    const keys = new Map((await keysOfOthers(ownKeys, others)).map((key) => [key.deviceId, key]));
    const entries = (state: OwnKey['state']): OwnDevice[] =>
      others.flatMap(({ deviceId, deviceName, givenName, created, lastSeen, address, startsOverAt, approved }) => {
        const key = keys.get(deviceId);
        // A device that was signed out here has signed in again.
        const isBack = state === 'waiting' && key?.state === 'removed' && !approved;
        if (!key || (key.state !== state && !isBack)) return [];
        return { deviceId, deviceName, givenName, created, lastSeen, address, startsOverAt, code: key.code };
      });
    const ownDevices: OwnDevices = {
      standing: isConfirmed ? 'approved' : 'waiting',
      code: (await ownKeys.own()).code,
      startsOverAt: self?.startsOverAt ?? 0,
      waiting: isConfirmed ? entries('waiting') : [],
      unseen: isConfirmed && before.hasUnseen ? entries('approved') : [],
    };
    // An approval may have arrived meanwhile, which must not be overwritten.
    await db.transaction('rw', db.identity, async () => {
      const { asked, ...rest } = (await readApproval()) ?? before;
      await writeApproval({
        ...rest,
        ...(asked && !isConfirmed && { asked }),
        isApproved: isApproved || rest.isApproved,
        told: ownDevices,
      });
    });
    publish(ownDevices);
    if (!isConfirmed) return;
    // People approved these devices, but the gateway has lost the approval.
    const lost = others.filter(({ deviceId, approved }) => !approved && keys.get(deviceId)?.state === 'approved');
    for (const { deviceId } of lost) await api.user.approveDevice({ deviceId });
  });

  /** Runs again after the run that is in flight, because that one may have started before the change. */
  async function refreshAgain(): Promise<void> {
    await refresh().catch(() => {});
    await refresh();
  }

  async function sendDecisionsLater(): Promise<void> {
    await enqueueFollowUps(db, [{ kind: 'tellDevices', id: '', at: clock.now() }]);
    ports.followUp();
  }

  // While a device waits to become the first, regular calls show the gateway that this one is in use.
  const hourly = interval(hour, clock).subscribe(() => {
    void readApproval()
      .then((approval) => {
        const { told } = approval ?? {};
        const isWaiting = told && (told.startsOverAt > 0 || told.waiting.some(({ startsOverAt }) => startsOverAt > 0));
        return isWaiting ? refresh() : undefined;
      })
      .catch(ports.warn('keepDevices'));
  });

  return {
    async refreshIfStale() {
      const approval = await readApproval();
      if (approval?.told?.standing !== 'approved' || approval.told.waiting.length > 0) await refresh();
    },
    refresh: refreshAgain,
    async approve(deviceId, code) {
      const ownKeys = await ports.loadOwnKeys();
      const found = (await ownKeys.listKnown([])).find((key) => key.deviceId === deviceId);
      if (found?.code !== code) throw new Fault('untrusted_identity');
      await api.user.approveDevice({ deviceId });
      await ownKeys.approve(deviceId, code);
      await sendDecisionsLater();
      await refreshAgain();
    },
    async signOut(deviceId) {
      if (deviceId !== me.deviceId && !(await isAwaitingApproval(db))) {
        await (await ports.loadOwnKeys()).remove(deviceId);
        await sendDecisionsLater();
      }
      await api.user.signOutDevice({ deviceId });
      await refreshAgain();
    },
    async confirm() {
      const isStored = await db.transaction('rw', db.identity, async () => {
        const approval = await readApproval();
        if (!approval) return false;
        const { hasUnseen: _, ...rest } = approval;
        await writeApproval(rest);
        return true;
      });
      if (isStored) await refreshAgain();
    },
    async startOver() {
      await updateIdentityRow(db, 'standing', { asked: true, isApproved: false });
      await api.user.startOver({});
      await refreshAgain();
    },
    async sendDecisions(at) {
      const ownKeys = await ports.loadOwnKeys();
      const known = await ownKeys.listKnown([]);
      const pick = ({ deviceId, identityKey }: OwnKey) => ({ deviceId, identityKey });
      const approved = known.filter(({ state }) => state === 'approved').map(pick);
      if (approved.length === 0) return;
      await outbox.command({
        id: await deriveMessageId('ownDevices', me.deviceId, at),
        conversationId: await findOrCreateOwnChat(ports),
        cmdId: 'ownDevices',
        body: {
          approved: [pick(await ownKeys.own()), ...approved],
          removed: known.filter(({ state }) => state === 'removed').map(({ deviceId }) => deviceId),
        },
      });
    },
    async applyDecisions(by, { approved, removed }) {
      const ownKeys = await ports.loadOwnKeys();
      const approval = await readApproval();
      const isTrusted = (await ownKeys.listKnown([])).some(
        ({ deviceId, state }) => deviceId === by && state === 'approved',
      );
      const list = (Array.isArray(approved) ? approved : []).filter(isApprovedEntry);
      const mine = await ownKeys.own();
      const isForMe = list.some(
        ({ deviceId, identityKey }) => deviceId === me.deviceId && identityKey === mine.identityKey,
      );
      // While this device trusts no other, the device on which a person approved it is the first that it trusts.
      if (!isTrusted && (approval?.isApproved !== false || !isForMe)) return;
      const removedIds = (Array.isArray(removed) ? removed : []).filter((one) => typeof one === 'string');
      await ownKeys.applyDecisions({ approved: list, removed: removedIds });
      if (isForMe) await updateIdentityRow(db, 'standing', { isApproved: true });
      await refreshAgain();
    },
    close: () => hourly.unsubscribe(),
  };
}
