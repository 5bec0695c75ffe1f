// The encryption of one account: loads the encryption code, generates keys, announces new keys of others, and reports
// the security of a chat.
import type { ChatSecurity, SecurityDevice } from '@amber/client/bus';
import type { AccountDb, ConversationRow } from '@amber/client/db';
import type { Device, Privacy } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Table } from 'dexie';
import { interval } from 'rxjs';
import type { AccountContext } from '../kit/accountContext.ts';
import type { createSealer, SignalSealer } from './createSealer.ts';
import type { IdentityEvent, DeviceListing } from '../keys/pins.ts';
import { deleteIdentityRow, getIdentityRow, identityKey, putIdentityRow } from '../keys/identityRows.ts';
import { addressOf, pinsOf } from '../keys/tables.ts';
import { forwardTo, onDemand } from '../kit/lazyImport.ts';
import { singleFlight } from '../kit/singleFlight.ts';
import { isOwnChat, isSealed, privateChatWith } from '../rows/people/privateChats.ts';
import { problemEvent } from '../kit/problemEvent.ts';
import type { Sealer } from './sealer.ts';
import { putLocalLine } from '../rows/systemLines.ts';

/** Loads the encryption code, a separate chunk, so that the conversation list does not wait for it. */
export type LoadSealer = () => Promise<{ createSealer: typeof createSealer }>;

export const loadSealer: LoadSealer = () => import(/* webpackChunkName: "sealing" */ './createSealer.ts');

/**
 * Records that the gateway has none of this device's keys. That happens when the device was signed out remotely, or was
 * idle for too long, and signs in again. The record stays until the keys are published again.
 */
export async function markKeysLost(db: AccountDb): Promise<void> {
  if (await hasKeys(db)) await putIdentityRow(db, 'lost', {});
}

const hasKeys = async (db: AccountDb): Promise<boolean> => (await getIdentityRow(db, 'me')) !== undefined;

export interface Encryption extends Sealer {
  /**
   * Whether this device has keys. Without them the socket is not opened yet, because messages sent to this device
   * meanwhile could not be read.
   */
  hasKeys(): Promise<boolean>;
  /**
   * Generates or restores keys, and uploads what the gateway lacks.
   * @throws Fault of the failed call; must be called again with the next connection.
   */
  begin(): Promise<void>;
  /** Uploads more one-time keys, because the gateway is running out of them. */
  replenish(): Promise<void>;
  /** Uploads all keys again after the gateway has lost them: see `Keys.republish`. */
  republish(): Promise<void>;
  /** Stores the current devices of a person. */
  setDevices(identifier: string, devices: readonly DeviceListing[]): Promise<void>;
  /** Returns the keys of the account's own devices. */
  ownKeys(): Promise<SignalSealer['ownKeys']>;
  /** Starts a fresh session with a device, at most once an hour; see `SignalSealer.repair`. */
  repair(device: Device): Promise<boolean>;
  /** @throws Fault NOT_MEMBER if there is no such private chat. */
  security(conversationId: string): Promise<ChatSecurity>;
  accept(identifier: string): Promise<void>;
  /** @throws Fault untrusted_identity if the number has changed meanwhile. */
  verify(identifier: string, safetyNumber: string): Promise<void>;
  /** Returns the chat's setting for a copy that cannot be encrypted. */
  unencryptedPolicyOf(conversation: ConversationRow): Promise<'always' | 'ask' | 'never'>;
  /**
   * Stores the account's privacy settings: the default for chats without a setting, and whether read receipts are sent.
   */
  savePrivacy(privacy: Privacy): Promise<void>;
  close(): void;
}

interface EncryptionPorts extends Pick<AccountContext, 'db' | 'api' | 'me' | 'clock' | 'emit'> {
  load?: LoadSealer | undefined;
  /** How many one-time keys are generated at a time; tests need fewer. */
  preKeys?: number | undefined;
  /** Whether this engine may still write the keys. */
  isOwner?: (() => Promise<boolean>) | undefined;
  /** Called when another key of this person is accepted: messages that arrived under it can be decrypted now. */
  onTrusted(identifier: string): void;
  /** Called when an own device has presented a new key. */
  onOwnDeviceChanged(): void;
}

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
  /** Set once the code is loaded and this device has keys. */
  let readySealer: SignalSealer | undefined;

  /** Writes a system line into the chat, in the transaction that stores the key. */
  async function record({ device: { identifier, deviceId }, change, needsConsent }: IdentityEvent): Promise<void> {
    const conversationId = identifier === me.identifier ? '' : await privateChatWith(db, identifier);
    if (!conversationId) return;
    const at = clock.now();
    await putLocalLine(db, {
      id: `${change} ${identifier} ${deviceId} ${at}`,
      conversationId,
      cmdId: change,
      actor: identifier,
      at,
      message: JSON.stringify({ deviceId, waits: needsConsent }),
    });
  }

  /** Stores with each message or change the devices that it was encrypted for: only these may get a resend later. */
  async function recordRecipients(recipients: readonly { id: string; devices: readonly Device[] }[]): Promise<void> {
    const ids = recipients.map(({ id }) => id);
    for (const table of [db.messages, db.changes] as Table<{ sealedFor?: string[] }, string>[]) {
      const rows = await table.bulkGet(ids);
      const updated = rows.flatMap((row, index) => {
        const sealedFor = [...new Set([...(row?.sealedFor ?? []), ...recipients[index]!.devices.map(addressOf)])];
        return row && sealedFor.length > (row.sealedFor?.length ?? 0) ? [{ ...row, sealedFor }] : [];
      });
      if (updated.length > 0) await table.bulkPut(updated);
    }
  }

  const { get: loadOnce } = onDemand(load, ({ createSealer }) =>
    createSealer({
      db,
      api: api.user,
      me,
      clock,
      recordChange: record,
      ...(preKeys && { preKeys }),
      ...(isOwner && { isOwner }),
      recordTables: [db.messages, db.changes, db.conversations],
      onSealed: recordRecipients,
      onChanged({ device: { identifier } }) {
        if (identifier === me.identifier) onOwnDeviceChanged();
      },
      recordTrusted: ({ identifier }) => putIdentityRow(db, 'reopen:', { serial: crypto.randomUUID() }, identifier),
      onTrusted: ({ identifier }) => onTrusted(identifier),
      log: (id, fault) => emit(problemEvent('opening', fault, id)),
    }),
  );

  /** Waits until this device has keys, whether or not the gateway has them. */
  async function ready(): Promise<SignalSealer> {
    if (readySealer) return readySealer;
    const sealer = await loadOnce();
    if (!(await hasKeys(db))) {
      await sealer.makeOrRestore().catch(async (thrown: unknown) => {
        if (!(await hasKeys(db))) throw thrown;
      });
    }
    return (readySealer = sealer);
  }

  async function savePrivacy({ unencrypted, hideReadState }: Privacy): Promise<void> {
    await putIdentityRow(db, 'unencrypted', { unencrypted });
    await putIdentityRow(db, 'readState', { hidden: hideReadState });
  }

  const begin = singleFlight(async () => {
    const sealer = await loadOnce();
    const { isNewDevice } = await sealer.makeOrRestore();
    if (isNewDevice) await db.identity.bulkDelete([identityKey('met'), identityKey('standing')]);
    else if (await getIdentityRow(db, 'lost')) await sealer.republish();
    await deleteIdentityRow(db, 'lost');
    await sealer.rotate();
    await savePrivacy(await api.user.privacy({}));
  });

  const daily = interval(day, clock).subscribe(() => void begin().catch(() => {})); // the next connection retries

  async function unencryptedPolicyOf({ userSetting, userInfo }: ConversationRow): Promise<'always' | 'ask' | 'never'> {
    const own = await getIdentityRow(db, 'unencrypted');
    const chosen = [userSetting?.unencrypted, own?.unencrypted].find((one) => one && one !== 'unset');
    if (chosen === 'never') return 'never';
    // The gateway could forge the settings. They therefore never allow an unencrypted message to a person for whom a
    // message was encrypted before.
    const other = userInfo.find(({ identifier }) => identifier !== me.identifier)?.identifier;
    if (!other || (await (await loadOnce()).pins.stateOf(other)) !== 'unknown') return 'ask';
    return chosen === 'ask' ? 'ask' : 'always';
  }

  /** Returns a person's devices, except this one, with the state of their keys. */
  async function devicesOf(sealer: SignalSealer, identifier: string): Promise<SecurityDevice[]> {
    const [devicesWithKeys, listedDevices] = await Promise.all([
      sealer.pins.devicesOf(identifier),
      db.bundles.where({ identifier }).toArray(),
    ]);
    const known = new Set(devicesWithKeys.map(({ deviceId }) => deviceId));
    const others = listedDevices
      .filter(({ deviceId }) => !known.has(deviceId))
      .map(({ deviceId }): SecurityDevice => ({ identifier, deviceId, state: 'unknown', since: 0 }));
    return [...devicesWithKeys, ...others].filter(
      ({ deviceId }) => identifier !== me.identifier || deviceId !== me.deviceId,
    );
  }

  return {
    ...forwardTo(ready, 'sealAll', 'openAll', 'replenish', 'republish', 'repair'),
    ...forwardTo(async () => (await ready()).pins, 'accept', 'verify'),
    hasKeys: () => hasKeys(db),
    begin,
    async setDevices(identifier, devices) {
      if (devices.length > 0 || (await pinsOf(db, identifier).first()))
        await (await loadOnce()).pins.setDevices(identifier, devices);
    },
    ownKeys: async () => (await ready()).ownKeys,
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
        unencrypted: await unencryptedPolicyOf(conversation),
        devices: [...(own ? [] : await devicesOf(sealer, other)), ...(await devicesOf(sealer, me.identifier))],
      };
    },
    unencryptedPolicyOf,
    savePrivacy,
    close: () => daily.unsubscribe(),
  };
}
