// One account's encryption: loads the sealing code, generates keys, announces new ones, and reports a chat's security.
import type { ChatSecurity, EngineEvent, SecurityDevice } from '@amber/client/bus';
import type { AccountDb, ConversationRow } from '@amber/client/db';
import type { Api, Device, Privacy, Unencrypted } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Table } from 'dexie';
import { interval, type SchedulerLike } from 'rxjs';
import type { createSealer, SignalSealer } from './createSealer.ts';
import type { IdentityEvent, DeviceListing } from '../keys/pins.ts';
import { legacyMetKey, approvalKey } from '../rows/deviceApproval.ts';
import { singleFlight } from '../kit/singleFlight.ts';
import { isOwnChat, isSealed, privateChatWith } from '../rows/people/privateChats.ts';
import { problemEvent } from '../kit/problemEvent.ts';
import { enqueueReopen } from '../rows/reopenQueue.ts';
import type { Sealer } from './sealer.ts';
import { putLocalLine } from '../rows/systemLines.ts';
import { saveReadState } from '../rows/envelopeContext.ts';

/** Loads the sealing code: a separate chunk, so that the list does not wait for it. */
export type LoadSealer = () => Promise<{ createSealer: typeof createSealer }>;

export const loadSealer: LoadSealer = () => import(/* webpackChunkName: "sealing" */ './createSealer.ts');

/**
 * The gateway has none of this device's keys: it was signed out remotely, or idle for too long, and is back. Kept until
 * they are published again.
 */
export async function markKeysLost(db: AccountDb): Promise<void> {
  if (await hasKeys(db)) await db.identity.put({ key: lostKeysKey! });
}

const hasKeys = async (db: AccountDb): Promise<boolean> => (await db.identity.get('me')) !== undefined;

export interface Encryption extends Sealer {
  /** Whether this device has keys. Without them the socket waits: messages sent to it meanwhile could not be read. */
  hasKeys(): Promise<boolean>;
  /**
   * Generates or restores keys, and uploads what the gateway lacks. @throws Fault of what failed; to be called again
   * with the next connection.
   */
  begin(): Promise<void>;
  /** The gateway is running out of one-time keys of this device. */
  replenish(): Promise<void>;
  /** The gateway has lost this device's keys: see `Keys.publishAgain`. */
  republish(): Promise<void>;
  /** The devices that a person now has. */
  setDevices(identifier: string, devices: readonly DeviceListing[]): Promise<void>;
  /** This person's devices. */
  own(): Promise<SignalSealer['own']>;
  /** A fresh session with a device, once an hour; see `SignalSealer.repair`. */
  repair(device: Device): Promise<boolean>;
  /** @throws Fault NOT_MEMBER where there is no such private chat. */
  security(conversationId: string): Promise<ChatSecurity>;
  accept(identifier: string): Promise<void>;
  /** @throws Fault untrusted_identity when the number has changed meanwhile. */
  verify(identifier: string, safetyNumber: string): Promise<void>;
  /** The chat's setting for a copy that cannot be sealed. */
  ruleOf(conversation: ConversationRow): Promise<'always' | 'ask' | 'never'>;
  /** The account's privacy: the default for chats without a setting, and whether read receipts are sent. */
  savePrivacy(privacy: Privacy): Promise<void>;
  close(): void;
}

interface EncryptionPorts {
  db: AccountDb;
  api: Api;
  me: Device;
  clock: SchedulerLike;
  load?: LoadSealer | undefined;
  /** How many one-time keys at a time; tests need fewer. */
  preKeys?: number | undefined;
  /** Whether this engine may still write the keys. */
  isOwner?: (() => Promise<boolean>) | undefined;
  emit(event: EngineEvent): void;
  /** Another key of this person is accepted: what arrived under it can be opened now. */
  onTrusted(identifier: string): void;
  /** A device of this person's has shown a key that is new here. */
  onOwnDeviceChanged(): void;
}

/**
 * In the table of this device's keys: the account's default for plain copies; the gateway has lost the keys of this
 * device.
 */
const [defaultRuleKey, lostKeysKey] = ['unencrypted', 'lost'];

const day = 24 * 60 * 60_000;

export function createEncryption({
  db,
  api,
  me,
  clock,
  load = loadSealer,
  preKeys,
  isOwner,
  emit,
  onTrusted,
  onOwnDeviceChanged,
}: EncryptionPorts): Encryption {
  let loading: Promise<SignalSealer> | undefined;
  /** Once it has been loaded and this device has keys. */
  let readySealer: SignalSealer | undefined;

  /** A line in the chat, in the transaction that stores the key. */
  async function record({ device: { identifier, deviceId }, change, waits }: IdentityEvent): Promise<void> {
    const conversationId = identifier === me.identifier ? '' : await privateChatWith(db, identifier);
    if (!conversationId) return;
    const at = clock.now();
    await putLocalLine(db, {
      id: `${change} ${identifier} ${deviceId} ${at}`,
      conversationId,
      cmdId: change,
      actor: identifier,
      at,
      message: JSON.stringify({ deviceId, waits }),
    });
  }

  /** On the messages or the changes: whom each was sealed for, so that nobody else gets a resend later. */
  async function recordRecipients(recipients: readonly { id: string; devices: readonly Device[] }[]): Promise<void> {
    const ids = recipients.map(({ id }) => id);
    for (const table of [db.messages, db.changes] as Table<{ sealedFor?: string[] }, string>[]) {
      const rows = await table.bulkGet(ids);
      const updated = rows.flatMap((row, index) => {
        const addresses = recipients[index]!.devices.map(({ identifier, deviceId }) => `${identifier}:${deviceId}`);
        const sealedFor = [...new Set([...(row?.sealedFor ?? []), ...addresses])];
        return row && sealedFor.length > (row.sealedFor?.length ?? 0) ? [{ ...row, sealedFor }] : [];
      });
      if (updated.length > 0) await table.bulkPut(updated);
    }
  }

  const create = async (): Promise<SignalSealer> =>
    (await load()).createSealer({
      db,
      api: api.user,
      me,
      clock,
      recordChange: record,
      ...(preKeys && { preKeys }),
      ...(isOwner && { isOwner }),
      recordTables: [db.messages, db.changes, db.conversations],
      sealed: recordRecipients,
      onChanged({ device: { identifier } }) {
        if (identifier === me.identifier) onOwnDeviceChanged();
      },
      recordTrusted: ({ identifier }) => enqueueReopen(db, identifier),
      onTrusted: ({ identifier }) => onTrusted(identifier),
      log: (id, fault) => emit(problemEvent('opening', fault, id)),
    });

  /** @throws Fault REQUEST_FAILED when it cannot be loaded; the next call tries again. */
  const loadOnce = (): Promise<SignalSealer> =>
    (loading ??= create().catch((cause: unknown) => {
      loading = undefined;
      throw new Fault('REQUEST_FAILED', { cause });
    }));

  /** With keys here, whether or not the gateway has them. */
  async function ready(): Promise<SignalSealer> {
    if (readySealer) return readySealer;
    const sealer = await loadOnce();
    if (!(await hasKeys(db))) {
      await sealer.makeOrRestoreKeys().catch(async (thrown: unknown) => {
        if (!(await hasKeys(db))) throw thrown;
      });
    }
    return (readySealer = sealer);
  }

  async function savePrivacy({ unencrypted, hideReadState }: Privacy): Promise<void> {
    await db.identity.put({ key: defaultRuleKey!, unencrypted } as { key: string });
    await saveReadState(db, hideReadState);
  }

  const begin = singleFlight(async () => {
    const sealer = await loadOnce();
    const { isNewDevice } = await sealer.makeOrRestoreKeys();
    if (isNewDevice) await db.identity.bulkDelete([legacyMetKey, approvalKey]);
    else if (await db.identity.get(lostKeysKey!)) await sealer.republish();
    await db.identity.delete(lostKeysKey!);
    await sealer.rotate();
    await savePrivacy(await api.user.privacy({}));
  });

  const daily = interval(day, clock).subscribe(() => void begin().catch(() => {})); // the next connection does it too

  async function ruleOf({ userSetting, userInfo }: ConversationRow): Promise<'always' | 'ask' | 'never'> {
    const own = (await db.identity.get(defaultRuleKey!)) as { unencrypted?: Unencrypted } | undefined;
    const chosen = [userSetting?.unencrypted, own?.unencrypted].find((one) => one && one !== 'unset');
    if (chosen === 'never') return 'never';
    // The gateway may lie about the settings: they never allow plain text to a person for whom something was sealed
    // before.
    const other = userInfo.find(({ identifier }) => identifier !== me.identifier)?.identifier;
    if (!other || (await (await loadOnce()).pins.stateOf(other)) !== 'unknown') return 'ask';
    return chosen === 'ask' ? 'ask' : 'always';
  }

  /** A person's devices, with what is known of their keys. This one is left out. */
  async function devicesOf(sealer: SignalSealer, identifier: string): Promise<SecurityDevice[]> {
    const [keyed, listed] = await Promise.all([
      sealer.pins.devicesOf(identifier),
      db.bundles.where({ identifier }).toArray(),
    ]);
    const known = new Set(keyed.map(({ deviceId }) => deviceId));
    const others = listed
      .filter(({ deviceId }) => !known.has(deviceId))
      .map(({ deviceId }): SecurityDevice => ({ identifier, deviceId, state: 'unknown', since: 0 }));
    return [...keyed, ...others].filter(({ deviceId }) => identifier !== me.identifier || deviceId !== me.deviceId);
  }

  return {
    async sealAll(within, contents, devices) {
      return (await ready()).sealAll(within, contents, devices);
    },
    async openAll(conversationId, contents, store) {
      return (await ready()).openAll(conversationId, contents, store);
    },
    hasKeys: () => hasKeys(db),
    begin,
    async replenish() {
      await (await ready()).replenish();
    },
    async republish() {
      await (await ready()).republish();
    },
    async setDevices(identifier, devices) {
      if (
        devices.length > 0 ||
        (await db.pins.where('[identifier+deviceId]').between([identifier, ''], [identifier, '\uffff']).first())
      ) {
        await (await loadOnce()).pins.setDevices(identifier, devices);
      }
    },
    own: async () => (await ready()).own,
    async repair(device) {
      return (await ready()).repair(device);
    },
    async security(conversationId) {
      const conversation = await db.conversations.get(conversationId);
      if (conversation?.type !== 'private') throw new Fault('NOT_MEMBER');
      const sealer = await ready();
      const own = isOwnChat(conversation, me);
      const other = conversation.userInfo.find(({ identifier }) => identifier !== me.identifier)?.identifier ?? '';
      const state = own ? 'verified' : await sealer.pins.stateOf(other);
      return {
        number: own || state === 'unknown' ? '' : await sealer.safetyNumber(other),
        state,
        encrypted: isSealed(conversation, me),
        unencrypted: await ruleOf(conversation),
        devices: [...(own ? [] : await devicesOf(sealer, other)), ...(await devicesOf(sealer, me.identifier))],
      };
    },
    async accept(identifier) {
      await (await ready()).pins.accept(identifier);
    },
    async verify(identifier, safetyNumber) {
      await (await ready()).pins.verify(identifier, safetyNumber);
    },
    ruleOf,
    savePrivacy,
    close: () => daily.unsubscribe(),
  };
}
