// The effect of notices on a device: one table, a row each. They are sent to a person, outside any conversation.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb, ListedDevice } from '@amber/client/db';
import type { AiBotInfo, AiConversation, Device, Notify } from '@amber/proto';
import { readBody } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { isMessageCommand } from '@amber/proto/systemCommands';
import { putBot } from '../rows/people/bots.ts';
import { contactsIn, profileIn, putContacts, putProfile } from '../rows/people/contacts.ts';
import { type FollowUp, noteFollowUps } from '../rows/noteFollowUps.ts';
import { privateChatWith } from '../rows/people/privateChats.ts';
import { putDeletion } from '../session/accountDeletion.ts';
import { takeSpaceChange } from '../rows/spaceNews.ts';
import { carryOut } from '../rows/commands.ts';
import { rowTables } from '../rows/rowTables.ts';

/** Notices that change what is stored here. The others are passing news. */
export type KeptNotice =
  | 'command'
  | 'contactChange'
  | 'deviceChange'
  | 'preKeyNotEnough'
  | 'aiConversation'
  | 'aiBotInfo'
  | 'spaceChange'
  | 'campaignNews'
  | 'accountDeletion';

export interface Effects {
  /** The last notice that has been processed; 0 before the first. */
  place(): Promise<number>;
  /**
   * Applies these notices, in order and each once. `isWhole`: none is missing between the last one processed and them.
   * False when one before them has not arrived; then nothing is done.
   */
  take(notices: readonly Notify[], options: { isWhole: boolean }): Promise<boolean>;
  /** The devices that a person now has. */
  setDevices(identifier: string, devices: readonly Device[]): Promise<void>;
}

interface EffectsPorts {
  db: AccountDb;
  me: Device;
  now(): number;
  say(event: EngineEvent): void;
  refreshContacts(): void;
  /** Files may have been released. */
  filesReleased(): void;
  /** Something has been noted that must be requested from the gateway. */
  followUp(): void;
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
  const staying = new Set(known.filter((deviceId) => current.has(deviceId) && !changed.includes(deviceId)));
  await db.bundles.bulkDelete(
    known.filter((deviceId) => !staying.has(deviceId)).map((deviceId) => [identifier, deviceId]),
  );
  await db.bundles.bulkAdd(
    devices.filter(({ deviceId }) => !staying.has(deviceId)).map(({ deviceId }) => ({ identifier, deviceId })),
  );
  const marks = new Map(devices.map(({ deviceId, unapproved }) => [deviceId, unapproved === true]));
  await db.bundles.where({ identifier }).modify((row: ListedDevice) => {
    if (marks.get(row.deviceId)) row.unapproved = true;
    else delete row.unapproved;
  });
}

const isDevice = (value: unknown): value is ListedDevice => typeof (value as Device | null)?.deviceId === 'string';

/** The devices that a person now has: the keys of the others must be deleted. */
const devicesAre = (id: string, devices: readonly ListedDevice[]): FollowUp => ({
  kind: 'devices',
  id,
  deviceIds: devices.map(({ deviceId }) => deviceId),
  unapproved: devices.flatMap(({ deviceId, unapproved }) => (unapproved ? deviceId : [])),
});

export function createEffects(ports: EffectsPorts): Effects {
  const { db, me, now, say, refreshContacts, filesReleased, followUp, deletionChanged } = ports;

  /** `after` runs when all is stored and may be lost then; what must not be lost is noted as a follow-up. */
  type Told = { tell(event: EngineEvent): void; follow(what: FollowUp): void; after(run: () => void): void };

  const table: { [Type in KeptNotice]: (notify: Notify, told: Told) => unknown } = {
    async command({ noticeSeq, conversationId, cmdId, identifier, body }, { tell, follow, after }) {
      // What changes a conversation is a message in it.
      if (isMessageCommand(cmdId)) return;
      if (cmdId === 'addFriend') after(refreshContacts);
      const at = now();
      const where =
        conversationId ||
        (cmdId === 'contactDelete' && identifier !== me.identifier ? await privateChatWith(db, identifier) : '');
      const command = {
        id: `notice ${noticeSeq || at}`,
        conversationId: where,
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
      await carryOut(command, {
        db,
        me,
        say: tell,
        refreshGroup: (id) => follow({ kind: 'group', id }),
        after: () => {},
      });
    },
    async contactChange(notify) {
      const profile = profileIn(notify);
      if (profile) await putProfile(db, profile);
      await putContacts(db, contactsIn(notify));
    },
    async deviceChange({ identifier, body }, { follow }) {
      const { devices, changed } = readBody(body);
      // Without a list the next message to that person brings it: the gateway's answer says what is missing.
      const now = Array.isArray(devices) ? devices.filter(isDevice) : [];
      await putDevices(db, identifier, now, Array.isArray(changed) ? changed : []);
      if (now.length > 0) follow(devicesAre(identifier, now));
    },
    async spaceChange({ identifier, body }, { tell, follow, after }) {
      const { op, spaceId, conversationId = '', spaceName = '', lastName = '' } = readBody(body);
      if (
        typeof spaceId !== 'string' ||
        typeof conversationId !== 'string' ||
        typeof spaceName !== 'string' ||
        typeof lastName !== 'string'
      )
        return;
      const refresh = (id: string) => follow({ kind: 'space', id });
      await takeSpaceChange(
        op,
        { spaceId, conversationId, by: identifier, spaceName, lastName },
        { db, me, say: tell, refresh },
      );
      if (op === 'DISSOLVE') after(filesReleased);
    },
    // Lost: the gateway was restored from a backup, and its keys may be old.
    preKeyNotEnough: ({ body }, { follow }) =>
      follow({ kind: 'newKeys', id: readBody(body)['lost'] === true ? 'all' : '' }),
    aiConversation: ({ body }) => putBot(db, readBody(body) as Partial<AiConversation>),
    async aiBotInfo({ body }) {
      const told = readBody(body) as Partial<AiBotInfo>;
      if (typeof told.aiBotId !== 'string') return;
      await db.bots
        .filter(({ aiBotInfo }) => aiBotInfo?.aiBotId === told.aiBotId)
        .modify((row) => {
          row.aiBotInfo = { ...row.aiBotInfo!, ...told };
        });
    },
    async accountDeletion({ seq }, { after }) {
      await putDeletion(db, seq);
      after(deletionChanged);
    },
    campaignNews({ body }, { tell }) {
      const { kind, campaignId, title, reward } = readBody(body);
      if (kind !== 'won' && kind !== 'ready') return;
      if (typeof campaignId !== 'string' || typeof title !== 'string' || typeof reward !== 'string') return;
      // No longer than an operator may write them, whatever the gateway says.
      const short = (text: string) => text.slice(0, limits.campaignNameMax);
      tell({ type: 'campaignNews', kind, campaignId, title: short(title), reward: short(reward) });
    },
  };

  const place = async () => (await db.notices.orderBy('seq').last())?.seq ?? 0;

  return {
    place,
    async take(notices, { isWhole }) {
      if (notices.length === 0) return true;
      let news: (() => void)[] = [];
      const taken = await db.transaction('rw', rowTables(db), async () => {
        news = [];
        const toFollow: FollowUp[] = [];
        const told: Told = {
          tell: (event) => news.push(() => say(event)),
          follow: (what) => toFollow.push(what),
          after: (run) => news.push(run),
        };
        const before = await place();
        const fresh = notices.filter(({ noticeSeq }) => noticeSeq === 0 || noticeSeq > before);
        const last = Math.max(before, ...fresh.map(({ noticeSeq }) => noticeSeq));
        if (!isWhole && last > before + fresh.filter(({ noticeSeq }) => noticeSeq > 0).length) return false;
        for (const notify of fresh)
          await (table as Partial<Record<string, (typeof table)[KeptNotice]>>)[notify.type]?.(notify, told);
        await noteFollowUps(db, toFollow);
        if (toFollow.length > 0) news.push(followUp);
        if (last > before) {
          await db.notices.clear();
          await db.notices.put({ seq: last });
        }
        return true;
      });
      if (taken) news.forEach((tell) => tell());
      return taken;
    },
    async setDevices(identifier, devices) {
      await db.transaction('rw', db.bundles, db.identity, async () => {
        await putDevices(db, identifier, devices);
        await noteFollowUps(db, [devicesAre(identifier, devices)]);
      });
      followUp();
    },
  };
}
