// This person's devices: whether this one is approved, which others wait for a press here, and who is told.
import type { OwnDevice, OwnDevices } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Api, Device, DevicesReply_Entry } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { CommandBodies } from '@amber/proto/systemCommands';
import { interval, type SchedulerLike } from 'rxjs';
import { once } from '../kit/once.ts';
import { findOwnChat } from '../chats/ownChat.ts';
import { noteFollowUps } from '../rows/noteFollowUps.ts';
import { idOf } from './idOf.ts';
import type { Outbox } from '../out/outbox.ts';
import type { OwnKey, OwnKeys } from '../keys/ownKeys.ts';
import { metKey, readStanding, type Standing, standingKey, waitsForApproval } from '../rows/standing.ts';

/** What an approved device says of the others. */
export type Decided = CommandBodies['ownDevices'];

export interface OwnDeviceParts {
  /** Brings what pages are told up to date where that may have changed. */
  begin(): Promise<void>;
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
  tell(at: number): Promise<void>;
  /** An own device has said, sealed, which others are approved. */
  take(by: string, decided: Decided): Promise<void>;
  close(): void;
}

interface OwnDevicesPorts {
  db: AccountDb;
  api: Api;
  me: Device;
  clock: SchedulerLike;
  outbox: Outbox;
  /** Loads the sealing code. */
  own(): Promise<OwnKeys>;
  catchUp(): Promise<void>;
  /** Something has been noted. */
  followUp(): void;
  publish(devices: OwnDevices): void;
  failed(thrown: unknown): void;
}

const hour = 60 * 60_000;

const isDecided = (value: unknown): value is Decided['approved'][number] =>
  ['deviceId', 'identityKey'].every((name) => typeof (value as Record<string, unknown> | null)?.[name] === 'string');

export function createOwnDevices(ports: OwnDevicesPorts): OwnDeviceParts {
  const { db, api, me, clock, outbox, publish } = ports;

  const write = async (standing: Omit<Standing, 'key'>): Promise<void> =>
    void (await db.identity.put({ key: standingKey, ...standing } as Standing));

  /** The first time: a device from before approval counts as approved, and so do those that it knows. */
  async function firstStanding(own: OwnKeys, list: readonly DevicesReply_Entry[]): Promise<Standing> {
    const isOld = (await db.identity.get(metKey)) !== undefined;
    // By the gateway's word alone only where there is no other: else the one that approves it is the first it trusts.
    if (!isOld) return { key: standingKey, isApproved: false };
    const before = list.filter(({ deviceId, approved }) => approved && deviceId !== me.deviceId);
    const known = await own.known(before.map(({ deviceId }) => deviceId));
    const ids = new Set(before.map(({ deviceId }) => deviceId));
    await own.take({ approved: known.filter(({ deviceId }) => ids.has(deviceId)), removed: [] });
    return { key: standingKey, isApproved: true, ...(before.length > 0 && { hasUnseen: true as const }) };
  }

  /** The gateway's list, and the keys that this device knows; those of devices that are new here are fetched. */
  async function keysOf(own: OwnKeys, others: readonly DevicesReply_Entry[]): Promise<OwnKey[]> {
    const known = new Map((await own.known([])).map((key) => [key.deviceId, key]));
    const unclear = others.filter(({ deviceId, approved }) => {
      const here = known.get(deviceId);
      return !here || (!approved && here.state === 'approved');
    });
    return own.known(unclear.map(({ deviceId }) => deviceId));
  }

  const refresh = once(async () => {
    const own = await ports.own();
    const { list } = await api.user.devices({});
    const self = list.find(({ deviceId }) => deviceId === me.deviceId);
    const others = list.filter(({ deviceId }) => deviceId !== me.deviceId);
    const before = (await readStanding(db)) ?? (await firstStanding(own, list));
    const isAlone = before.asked === true || !others.some(({ approved }) => approved);
    const isApproved = before.isApproved || (self?.approved === true && isAlone);
    const stands = isApproved && self?.approved === true;
    const keys = new Map((await keysOf(own, others)).map((key) => [key.deviceId, key]));
    const entries = (state: OwnKey['state']): OwnDevice[] =>
      others.flatMap(({ deviceId, deviceName, created, lastSeen, address, startsOverAt, approved }) => {
        const key = keys.get(deviceId);
        // One that was signed out here has signed in once more.
        const isBack = state === 'waiting' && key?.state === 'removed' && !approved;
        if (!key || (key.state !== state && !isBack)) return [];
        return { deviceId, deviceName, created, lastSeen, address, startsOverAt, code: key.code };
      });
    const told: OwnDevices = {
      standing: stands ? 'approved' : 'waiting',
      code: (await own.me()).code,
      startsOverAt: self?.startsOverAt ?? 0,
      waiting: stands ? entries('waiting') : [],
      unseen: stands && before.hasUnseen ? entries('approved') : [],
    };
    const now = await readStanding(db);
    const { asked, ...kept } = { ...before, ...now };
    await write({
      ...kept,
      ...(asked && !stands && { asked }),
      isApproved: isApproved || kept.isApproved,
      told,
    });
    publish(told);
    if (!stands) return;
    // Approved by people before the gateway lost sight of it.
    const lost = others.filter(({ deviceId, approved }) => !approved && keys.get(deviceId)?.state === 'approved');
    for (const { deviceId } of lost) await api.user.approveDevice({ deviceId });
  });

  /** Another run after what is under way: that may have begun before the change. */
  async function refreshAfter(): Promise<void> {
    await refresh().catch(() => {});
    await refresh();
  }

  async function tellLater(): Promise<void> {
    await noteFollowUps(db, [{ kind: 'tellDevices', id: '', at: clock.now() }]);
    ports.followUp();
  }

  // While a device waits to be the first, the gateway must see that this one is in use.
  const hourly = interval(hour, clock).subscribe(() => {
    void readStanding(db)
      .then((standing) => {
        const { told } = standing ?? {};
        const isWaiting = told && (told.startsOverAt > 0 || told.waiting.some(({ startsOverAt }) => startsOverAt > 0));
        return isWaiting ? refresh() : undefined;
      })
      .catch(ports.failed);
  });

  return {
    async begin() {
      const standing = await readStanding(db);
      if (standing?.told?.standing !== 'approved' || standing.told.waiting.length > 0) await refresh();
    },
    refresh: refreshAfter,
    async approve(deviceId, code) {
      const own = await ports.own();
      const found = (await own.known([])).find((key) => key.deviceId === deviceId);
      if (found?.code !== code) throw new Fault('untrusted_identity');
      await api.user.approveDevice({ deviceId });
      await own.approve(deviceId, code);
      await tellLater();
      await refreshAfter();
    },
    async signOut(deviceId) {
      if (deviceId !== me.deviceId && !(await waitsForApproval(db))) {
        await (await ports.own()).remove(deviceId);
        await tellLater();
      }
      await api.user.signOutDevice({ deviceId });
      await refreshAfter();
    },
    async confirm() {
      const standing = await readStanding(db);
      if (!standing) return;
      const { hasUnseen: _, ...seen } = standing;
      await write(seen);
      await refreshAfter();
    },
    async startOver() {
      await db.identity.update(standingKey, { asked: true, isApproved: false } as object);
      await api.user.startOver({});
      await refreshAfter();
    },
    async tell(at) {
      const own = await ports.own();
      const known = await own.known([]);
      const pick = ({ deviceId, identityKey }: OwnKey) => ({ deviceId, identityKey });
      const approved = known.filter(({ state }) => state === 'approved').map(pick);
      if (approved.length === 0) return;
      await outbox.command({
        id: await idOf('ownDevices', me.deviceId, at),
        conversationId: await findOwnChat(ports),
        cmdId: 'ownDevices',
        body: {
          approved: [pick(await own.me()), ...approved],
          removed: known.filter(({ state }) => state === 'removed').map(({ deviceId }) => deviceId),
        },
      });
    },
    async take(by, { approved, removed }) {
      const own = await ports.own();
      const standing = await readStanding(db);
      const isTrusted = (await own.known([])).some(({ deviceId, state }) => deviceId === by && state === 'approved');
      const list = (Array.isArray(approved) ? approved : []).filter(isDecided);
      const mine = await own.me();
      const isForMe = list.some(
        ({ deviceId, identityKey }) => deviceId === me.deviceId && identityKey === mine.identityKey,
      );
      // This device knows no other yet: the one that a person pressed on is the first that it trusts.
      if (!isTrusted && (standing?.isApproved !== false || !isForMe)) return;
      const gone = (Array.isArray(removed) ? removed : []).filter((one) => typeof one === 'string');
      await own.take({ approved: list, removed: gone });
      if (isForMe) await db.identity.update(standingKey, { isApproved: true } as object);
      await refreshAfter();
    },
    close: () => hourly.unsubscribe(),
  };
}
