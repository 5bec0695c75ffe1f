// This person's devices: whether this one is approved, which others wait for a press here, and who is told.
import type { OwnDevice, OwnDevices } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Api, Device, DevicesReply_Entry } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { CommandBodies } from '@amber/proto/systemCommands';
import { interval, type SchedulerLike } from 'rxjs';
import { singleFlight } from '../kit/singleFlight.ts';
import { findOrCreateOwnChat } from '../chats/ownChat.ts';
import { enqueueFollowUps } from '../rows/enqueueFollowUps.ts';
import { deriveMessageId } from './deriveMessageId.ts';
import type { Outbox } from '../out/outbox.ts';
import type { OwnKey, OwnKeys } from '../keys/ownKeys.ts';
import {
  legacyMetKey,
  readApproval,
  type DeviceApproval,
  approvalKey,
  isAwaitingApproval,
} from '../rows/deviceApproval.ts';

/** What an approved device says of the others. */
export type DeviceDecisions = CommandBodies['ownDevices'];

export interface OwnDevicesControl {
  /** Brings what pages are told up to date where that may have changed. */
  refreshIfStale(): Promise<void>;
  /** The gateway's list has changed. */
  refresh(): Promise<void>;
  /** @throws Fault DEVICES_FULL; untrusted_identity where another key is shown by now. */
  approve(deviceId: string, code: string): Promise<void>;
  /** A person signs another own device out: from now on it has no effect here, whatever the gateway lists. */
  signOut(deviceId: string): Promise<void>;
  /** A person has looked at the devices from before. */
  confirm(): Promise<void>;
  /** A person has no other device left. */
  startOver(): Promise<void>;
  /** Tells the other approved devices what was decided. */
  sendDecisions(at: number): Promise<void>;
  /** An own device has said, sealed, which others are approved. */
  applyDecisions(by: string, decisions: DeviceDecisions): Promise<void>;
  close(): void;
}

interface OwnDevicesPorts {
  db: AccountDb;
  api: Api;
  me: Device;
  clock: SchedulerLike;
  outbox: Outbox;
  /** Loads the sealing code. */
  loadOwnKeys(): Promise<OwnKeys>;
  catchUp(): Promise<void>;
  /** Something has been noted. */
  followUp(): void;
  publish(devices: OwnDevices): void;
  failed(thrown: unknown): void;
}

const hour = 60 * 60_000;

const isApprovedEntry = (value: unknown): value is DeviceDecisions['approved'][number] =>
  ['deviceId', 'identityKey'].every((name) => typeof (value as Record<string, unknown> | null)?.[name] === 'string');

export function createOwnDevices(ports: OwnDevicesPorts): OwnDevicesControl {
  const { db, api, me, clock, outbox, publish } = ports;

  const writeApproval = async (approval: Omit<DeviceApproval, 'key'>): Promise<void> =>
    void (await db.identity.put({ key: approvalKey, ...approval } as DeviceApproval));

  /** The first time: a device from before approval counts as approved, and so do those that it knows. */
  async function initialApproval(ownKeys: OwnKeys, list: readonly DevicesReply_Entry[]): Promise<DeviceApproval> {
    const isOld = (await db.identity.get(legacyMetKey)) !== undefined;
    // By the gateway's word alone only where there is no other: else the one that approves it is the first it trusts.
    if (!isOld) return { key: approvalKey, isApproved: false };
    const before = list.filter(({ deviceId, approved }) => approved && deviceId !== me.deviceId);
    const known = await ownKeys.listKnown(before.map(({ deviceId }) => deviceId));
    const ids = new Set(before.map(({ deviceId }) => deviceId));
    await ownKeys.applyDecisions({ approved: known.filter(({ deviceId }) => ids.has(deviceId)), removed: [] });
    return { key: approvalKey, isApproved: true, ...(before.length > 0 && { hasUnseen: true as const }) };
  }

  /** The gateway's list, and the keys that this device knows; those of devices that are new here are fetched. */
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
    const before = (await readApproval(db)) ?? (await initialApproval(ownKeys, list));
    const isAlone = before.asked === true || !others.some(({ approved }) => approved);
    const isApproved = before.isApproved || (self?.approved === true && isAlone);
    const isConfirmed = isApproved && self?.approved === true;
    const keys = new Map((await keysOfOthers(ownKeys, others)).map((key) => [key.deviceId, key]));
    const entries = (state: OwnKey['state']): OwnDevice[] =>
      others.flatMap(({ deviceId, deviceName, created, lastSeen, address, startsOverAt, approved }) => {
        const key = keys.get(deviceId);
        // One that was signed out here has signed in once more.
        const isBack = state === 'waiting' && key?.state === 'removed' && !approved;
        if (!key || (key.state !== state && !isBack)) return [];
        return { deviceId, deviceName, created, lastSeen, address, startsOverAt, code: key.code };
      });
    const ownDevices: OwnDevices = {
      standing: isConfirmed ? 'approved' : 'waiting',
      code: (await ownKeys.own()).code,
      startsOverAt: self?.startsOverAt ?? 0,
      waiting: isConfirmed ? entries('waiting') : [],
      unseen: isConfirmed && before.hasUnseen ? entries('approved') : [],
    };
    const now = await readApproval(db);
    const { asked, ...rest } = { ...before, ...now };
    await writeApproval({
      ...rest,
      ...(asked && !isConfirmed && { asked }),
      isApproved: isApproved || rest.isApproved,
      told: ownDevices,
    });
    publish(ownDevices);
    if (!isConfirmed) return;
    // Approved by people before the gateway lost sight of it.
    const lost = others.filter(({ deviceId, approved }) => !approved && keys.get(deviceId)?.state === 'approved');
    for (const { deviceId } of lost) await api.user.approveDevice({ deviceId });
  });

  /** Another run after what is under way: that may have begun before the change. */
  async function refreshAgain(): Promise<void> {
    await refresh().catch(() => {});
    await refresh();
  }

  async function sendDecisionsLater(): Promise<void> {
    await enqueueFollowUps(db, [{ kind: 'tellDevices', id: '', at: clock.now() }]);
    ports.followUp();
  }

  // While a device waits to be the first, the gateway must see that this one is in use.
  const hourly = interval(hour, clock).subscribe(() => {
    void readApproval(db)
      .then((approval) => {
        const { told } = approval ?? {};
        const isWaiting = told && (told.startsOverAt > 0 || told.waiting.some(({ startsOverAt }) => startsOverAt > 0));
        return isWaiting ? refresh() : undefined;
      })
      .catch(ports.failed);
  });

  return {
    async refreshIfStale() {
      const approval = await readApproval(db);
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
      const approval = await readApproval(db);
      if (!approval) return;
      const { hasUnseen: _, ...rest } = approval;
      await writeApproval(rest);
      await refreshAgain();
    },
    async startOver() {
      await db.identity.update(approvalKey, { asked: true, isApproved: false } as object);
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
      const approval = await readApproval(db);
      const isTrusted = (await ownKeys.listKnown([])).some(
        ({ deviceId, state }) => deviceId === by && state === 'approved',
      );
      const list = (Array.isArray(approved) ? approved : []).filter(isApprovedEntry);
      const mine = await ownKeys.own();
      const isForMe = list.some(
        ({ deviceId, identityKey }) => deviceId === me.deviceId && identityKey === mine.identityKey,
      );
      // This device knows no other yet: the one that a person pressed on is the first that it trusts.
      if (!isTrusted && (approval?.isApproved !== false || !isForMe)) return;
      const removedIds = (Array.isArray(removed) ? removed : []).filter((one) => typeof one === 'string');
      await ownKeys.applyDecisions({ approved: list, removed: removedIds });
      if (isForMe) await db.identity.update(approvalKey, { isApproved: true } as object);
      await refreshAgain();
    },
    close: () => hourly.unsubscribe(),
  };
}
