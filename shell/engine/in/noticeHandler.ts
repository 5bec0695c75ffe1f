// The effect of notices on a device: one table, a row each. They are sent to a person, outside any conversation.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb, ListedDevice } from '@amber/client/db';
import type { AiBotInfo, AiConversation, Device, Notify } from '@amber/proto';
import { readBody } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { isMessageCommand } from '@amber/proto/systemCommands';
import { putBot } from '../rows/people/bots.ts';
import { contactsIn, profileIn, putContacts, putProfile } from '../rows/people/contacts.ts';
import { type FollowUp, enqueueFollowUps } from '../rows/enqueueFollowUps.ts';
import { privateChatWith } from '../rows/people/privateChats.ts';
import { putDeletion } from '../session/accountDeletion.ts';
import { applySpaceChange } from '../rows/spaceChanges.ts';
import { applyCommand } from '../rows/commands.ts';
import { rowTables } from '../rows/rowTables.ts';

/** Notices that change what is stored here. The others are passing news. */
export type StoredNotice =
  | 'command'
  | 'contactChange'
  | 'deviceChange'
  | 'preKeyNotEnough'
  | 'aiConversation'
  | 'aiBotInfo'
  | 'spaceChange'
  | 'campaignNews'
  | 'accountDeletion';

export interface NoticeHandler {
  /** The last notice that has been processed; 0 before the first. */
  lastSeq(): Promise<number>;
  /**
   * Applies these notices, in order and each once. `isWhole`: none is missing between the last one processed and them.
   * False when one before them has not arrived; then nothing is done.
   */
  apply(notices: readonly Notify[], options: { isComplete: boolean }): Promise<boolean>;
  /** The devices that a person now has. */
  setDevices(identifier: string, devices: readonly Device[]): Promise<void>;
}

interface NoticeHandlerPorts {
  db: AccountDb;
  me: Device;
  now(): number;
  emit(event: EngineEvent): void;
  refreshContacts(): void;
  /** Files may have been released. */
  filesReleased(): void;
  /** Something has been noted that must be requested from the gateway. */
  processFollowUps(): void;
  /** The date of the account's deletion has been stored. */
  deletionChanged(): void;
}

/**
 * Replaces the stored list of a person's devices with this one; for those with new keys all else is deleted.
 * Must be called inside a transaction that holds `bundles`.
 */
async function putDevices(
  db: AccountDb,
  identifier: string,
  devices: readonly ListedDevice[],
  changed: readonly unknown[] = [],
): Promise<void> {
  const current = new Set(devices.map(({ deviceId }) => deviceId));
  const known = (await db.bundles.where({ identifier }).toArray()).map(({ deviceId }) => deviceId);
  const unchanged = new Set(known.filter((deviceId) => current.has(deviceId) && !changed.includes(deviceId)));
  await db.bundles.bulkDelete(
    known.filter((deviceId) => !unchanged.has(deviceId)).map((deviceId) => [identifier, deviceId]),
  );
  await db.bundles.bulkAdd(
    devices.filter(({ deviceId }) => !unchanged.has(deviceId)).map(({ deviceId }) => ({ identifier, deviceId })),
  );
  const unapprovedById = new Map(devices.map(({ deviceId, unapproved }) => [deviceId, unapproved === true]));
  await db.bundles.where({ identifier }).modify((row: ListedDevice) => {
    if (unapprovedById.get(row.deviceId)) row.unapproved = true;
    else delete row.unapproved;
  });
}

const isDevice = (value: unknown): value is ListedDevice => typeof (value as Device | null)?.deviceId === 'string';

/** The devices that a person now has: the keys of the others must be deleted. */
const devicesFollowUp = (id: string, devices: readonly ListedDevice[]): FollowUp => ({
  kind: 'devices',
  id,
  deviceIds: devices.map(({ deviceId }) => deviceId),
  unapproved: devices.flatMap(({ deviceId, unapproved }) => (unapproved ? deviceId : [])),
});

export function createNoticeHandler(ports: NoticeHandlerPorts): NoticeHandler {
  const { db, me, now, emit, refreshContacts, filesReleased, processFollowUps, deletionChanged } = ports;

  /** `after` runs when all is stored and may be lost then; what must not be lost is noted as a follow-up. */
  type NoticeContext = {
    emit(event: EngineEvent): void;
    addFollowUp(followUp: FollowUp): void;
    afterCommit(run: () => void): void;
  };

  const handlers: { [Type in StoredNotice]: (notify: Notify, told: NoticeContext) => unknown } = {
    async command({ noticeSeq, conversationId, cmdId, identifier, body }, { emit, addFollowUp, afterCommit }) {
      // What changes a conversation is a message in it.
      if (isMessageCommand(cmdId)) return;
      if (cmdId === 'addFriend') afterCommit(refreshContacts);
      const at = now();
      const lineConversationId =
        conversationId ||
        (cmdId === 'contactDelete' && identifier !== me.identifier ? await privateChatWith(db, identifier) : '');
      const command = {
        id: `notice ${noticeSeq || at}`,
        conversationId: lineConversationId,
        cmdId,
        actor: identifier,
        device: '',
        targets: [],
        message: body,
        sealed: false,
        at,
        seq: 0,
        order: 0,
      };
      await applyCommand(command, {
        db,
        me,
        emit,
        refreshGroup: (id) => addFollowUp({ kind: 'group', id }),
        afterCommit: () => {},
      });
    },
    async contactChange(notify) {
      const profile = profileIn(notify);
      if (profile) await putProfile(db, profile);
      await putContacts(db, contactsIn(notify));
    },
    async deviceChange({ identifier, body }, { addFollowUp }) {
      const { devices, changed } = readBody(body);
      // Without a list the next message to that person brings it: the gateway's answer says what is missing.
      const listed = Array.isArray(devices) ? devices.filter(isDevice) : [];
      await putDevices(db, identifier, listed, Array.isArray(changed) ? changed : []);
      if (listed.length > 0) addFollowUp(devicesFollowUp(identifier, listed));
    },
    async spaceChange({ identifier, body }, { emit, addFollowUp, afterCommit }) {
      const { op, spaceId, conversationId = '', spaceName = '', lastName = '' } = readBody(body);
      if (
        typeof spaceId !== 'string' ||
        typeof conversationId !== 'string' ||
        typeof spaceName !== 'string' ||
        typeof lastName !== 'string'
      )
        return;
      const refresh = (id: string) => addFollowUp({ kind: 'space', id });
      await applySpaceChange(
        op,
        { spaceId, conversationId, by: identifier, spaceName, lastName },
        { db, me, emit, refresh },
      );
      if (op === 'DISSOLVE') afterCommit(filesReleased);
    },
    // Lost: the gateway was restored from a backup, and its keys may be old.
    preKeyNotEnough: ({ body }, { addFollowUp }) =>
      addFollowUp({ kind: 'newKeys', id: readBody(body)['lost'] === true ? 'all' : '' }),
    aiConversation: ({ body }) => putBot(db, readBody(body) as Partial<AiConversation>),
    async aiBotInfo({ body }) {
      const update = readBody(body) as Partial<AiBotInfo>;
      if (typeof update.aiBotId !== 'string') return;
      await db.bots
        .filter(({ aiBotInfo }) => aiBotInfo?.aiBotId === update.aiBotId)
        .modify((row) => {
          row.aiBotInfo = { ...row.aiBotInfo!, ...update };
        });
    },
    async accountDeletion({ seq }, { afterCommit }) {
      await putDeletion(db, seq);
      afterCommit(deletionChanged);
    },
    campaignNews({ body }, { emit }) {
      const { kind, campaignId, title, reward } = readBody(body);
      if (kind !== 'won' && kind !== 'ready') return;
      if (typeof campaignId !== 'string' || typeof title !== 'string' || typeof reward !== 'string') return;
      // No longer than an operator may write them, whatever the gateway says.
      const short = (text: string) => text.slice(0, limits.campaignNameMax);
      emit({ type: 'campaignNews', kind, campaignId, title: short(title), reward: short(reward) });
    },
  };

  const lastSeq = async () => (await db.notices.orderBy('seq').last())?.seq ?? 0;

  return {
    lastSeq,
    async apply(notices, { isComplete }) {
      if (notices.length === 0) return true;
      let effects: (() => void)[] = [];
      const applied = await db.transaction('rw', rowTables(db), async () => {
        effects = [];
        const followUps: FollowUp[] = [];
        const context: NoticeContext = {
          emit: (event) => effects.push(() => emit(event)),
          addFollowUp: (followUp) => followUps.push(followUp),
          afterCommit: (run) => effects.push(run),
        };
        const before = await lastSeq();
        const fresh = notices.filter(({ noticeSeq }) => noticeSeq === 0 || noticeSeq > before);
        const last = Math.max(before, ...fresh.map(({ noticeSeq }) => noticeSeq));
        if (!isComplete && last > before + fresh.filter(({ noticeSeq }) => noticeSeq > 0).length) return false;
        for (const notify of fresh)
          await (handlers as Partial<Record<string, (typeof handlers)[StoredNotice]>>)[notify.type]?.(notify, context);
        await enqueueFollowUps(db, followUps);
        if (followUps.length > 0) effects.push(processFollowUps);
        if (last > before) {
          await db.notices.clear();
          await db.notices.put({ seq: last });
        }
        return true;
      });
      if (applied) effects.forEach((tell) => tell());
      return applied;
    },
    async setDevices(identifier, devices) {
      await db.transaction('rw', db.bundles, db.identity, async () => {
        await putDevices(db, identifier, devices);
        await enqueueFollowUps(db, [devicesFollowUp(identifier, devices)]);
      });
      processFollowUps();
    },
  };
}
