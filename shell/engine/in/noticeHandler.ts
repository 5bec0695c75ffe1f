// The effect of each notice on a device, in one table. These notices are sent to an account, outside of any
// conversation.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb, ListedDevice } from '@amber/client/db';
import type { AiBotInfo, AiConversation, Device, Notify } from '@amber/proto';
import { readBody } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { isMessageCommand } from '@amber/proto/systemCommands';
import type { AccountContext } from '../kit/accountContext.ts';
import { deleteBotSounds, putBot } from '../rows/people/bots.ts';
import { contactsIn, profileIn, putContacts, putProfile } from '../rows/people/contacts.ts';
import type { FollowUp } from '../keys/identityRows.ts';
import { enqueueFollowUps } from '../rows/enqueueFollowUps.ts';
import { privateChatWith } from '../rows/people/privateChats.ts';
import { putDeletion } from '../session/accountDeletion.ts';
import { applySpaceChange } from '../rows/spaceChanges.ts';
import { applyCommand } from '../rows/commands.ts';
import { rowTables } from '../rows/write.ts';

/** Notices that change what is stored here. All others are ephemeral. */
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
  /** Returns the number of the last processed notice; 0 before the first. */
  lastSeq(): Promise<number>;
  /**
   * Applies notices in order, each once. `isComplete`: none is missing between the last processed one and these.
   * Returns false, and applies nothing, if an earlier notice has not arrived.
   */
  apply(notices: readonly Notify[], options: { isComplete: boolean }): Promise<boolean>;
  /** Stores the current devices of an account, if they have changed: the list arrives with each connection. */
  setDevices(identifier: string, devices: readonly ListedDevice[]): Promise<void>;
}

interface NoticeHandlerPorts extends Pick<AccountContext, 'db' | 'me' | 'now' | 'emit'> {
  refreshContacts(): void;
  /** Called when files may have been queued for release. */
  filesReleased(): void;
  /** Called when a follow-up request to the gateway has been queued. */
  processFollowUps(): void;
  /** Called when the date of the account's deletion has been stored. */
  deletionChanged(): void;
}

/**
 * Replaces the stored list of an account's devices. For devices with new keys, everything else that is stored about
 * them is deleted. Must be called inside a transaction that holds `bundles`.
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

/** Creates the follow-up for the current devices of an account, which deletes the keys of all others. */
const devicesFollowUp = (id: string, devices: readonly ListedDevice[]): FollowUp => ({
  kind: 'devices',
  id,
  deviceIds: devices.map(({ deviceId }) => deviceId),
  unapproved: devices.flatMap(({ deviceId, unapproved }) => (unapproved ? deviceId : [])),
});

export function createNoticeHandler(ports: NoticeHandlerPorts): NoticeHandler {
  const { db, me, now, emit, refreshContacts, filesReleased, processFollowUps, deletionChanged } = ports;

  /**
   * `afterCommit` runs after the commit and is lost if the engine stops then. Whatever must not be lost is queued by
   * `addFollowUp`.
   */
  type NoticeContext = {
    emit(event: EngineEvent): void;
    addFollowUp(followUp: FollowUp): void;
    afterCommit(run: () => void): void;
  };

  const handlers: { [Type in StoredNotice]: (notify: Notify, context: NoticeContext) => unknown } = {
    async command({ noticeSeq, conversationId, cmdId, identifier, body }, { emit, addFollowUp, afterCommit }) {
      // These commands change conversations, and arrive as messages in them.
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
        addFollowUp,
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
      // Without a list, the gateway's answer to the next message for that account names the missing devices.
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
    // `lost`: the gateway was restored from a backup, so its keys may be outdated.
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
      await deleteBotSounds(db, update.aiBotId);
    },
    async accountDeletion({ seq }, { afterCommit }) {
      await putDeletion(db, seq);
      afterCommit(deletionChanged);
    },
    campaignNews({ body }, { emit }) {
      const { kind, campaignId, title, reward } = readBody(body);
      if (kind !== 'won' && kind !== 'ready') return;
      if (typeof campaignId !== 'string' || typeof title !== 'string' || typeof reward !== 'string') return;
      // The texts are cut to the length that operators may enter, whatever the gateway sends.
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
      const key = ({ deviceId, unapproved = false }: ListedDevice) => `${unapproved} ${deviceId}`;
      const known = new Set((await db.bundles.where({ identifier }).toArray()).map(key));
      if (known.size === devices.length && devices.every((one) => known.has(key(one)))) return;
      await db.transaction('rw', db.bundles, db.identity, async () => {
        await putDevices(db, identifier, devices);
        await enqueueFollowUps(db, [devicesFollowUp(identifier, devices)]);
      });
      processFollowUps();
    },
  };
}
