// The effect of each system command on a device: one table. It depends on who gave it, and on whom it is about.
import type { AccountDb, ChangeRow, MemberRow, MessageRow } from '@amber/client/db';
import { readBody } from '@amber/proto/bodies';
import { type PersonNamed, type SystemCommand, systemCommands } from '@amber/proto/systemCommands';
import { refold } from './changes.ts';
import { previewOf } from './messageKinds.ts';
import { type MissingRow, missingRows, settleAsNothing, settleMissing } from './missing.ts';
import { newContent } from './content.ts';
import { remarksOf } from './people/contacts.ts';
import { noteRelease, uriOf } from './noteReleases.ts';
import { putState } from './people/bots.ts';
import { changeMembers, countMembers } from './people/members.ts';
import type { Command, Here } from './command.ts';
import { beginAnew, leave } from './leaving.ts';
import { putLine, putLineAtEnd } from './lines.ts';
import { noSetting } from './noSetting.ts';
import { maySwitch, switchSealing } from './sealingSwitch.ts';

interface Handler {
  /** Whether it is valid here: an invalid one leaves no line either. */
  counts?(command: Command, here: Here): boolean | Promise<boolean>;
  /** It changes messages. */
  change?: ChangeRow['kind'];
  /** Its effect at this moment. Not repeated for what is read in the history. */
  effect?(command: Command, here: Here): unknown;
  /** Its effect that also applies when it is read in the history. */
  always?(command: Command, here: Here): unknown;
}

const bodyOf = ({ message }: Command) => readBody(message);

const isNamed = (value: unknown): value is PersonNamed => {
  const { identifier, lastName, avatar } = (value ?? {}) as Partial<PersonNamed>;
  return [identifier, lastName, avatar].every((field) => typeof field === 'string');
};

/** The people whom the gateway has named in the body. */
const namedIn = (command: Command): PersonNamed[] => {
  const { members } = bodyOf(command);
  return Array.isArray(members) ? members.filter(isNamed) : [];
};

/** A person of whom this device knows only what the gateway has named. */
const memberOf = (
  conversationId: string,
  { identifier, lastName = '', avatar = '' }: Partial<PersonNamed> & { identifier: string },
  spaceId = '',
  remarkName = '',
): MemberRow => ({
  conversionId: conversationId,
  spaceId,
  identifier,
  avatar,
  lastName,
  groupNickname: '',
  remarkName,
  role: 'member',
  left: false,
});

/** People already known keep their data. When I am the one who joined, all the others are new here. */
async function addMembers(command: Command, { db, me, refreshGroup }: Here): Promise<void> {
  const { conversationId, cmdId, actor } = command;
  const named = namedIn(command);
  const remarks = await remarksOf(
    db,
    named.map(({ identifier }) => identifier),
  );
  const spaceId = (await db.conversations.get(conversationId))?.spaceId ?? '';
  const coming = new Map(
    named.map((person) => [
      person.identifier,
      memberOf(conversationId, person, spaceId, remarks.get(person.identifier)),
    ]),
  );
  await changeMembers(db, command, [...coming.keys()], (here, identifier) => {
    if (here && !here.left) return undefined;
    const role = cmdId === 'createGroup' && identifier === actor ? 'owner' : 'member';
    return { ...coming.get(identifier)!, groupNickname: here?.groupNickname ?? '', role };
  });
  await countMembers(db, command, coming.size);
  const amComing = coming.has(me.identifier);
  // A new member of a space sees what has been said in its rooms.
  const seesBefore = spaceId !== '' && cmdId === 'joinMember';
  if (amComing && !seesBefore) await beginAnew(db, conversationId, command.seq);
  if (cmdId === 'createGroup' || amComing) refreshGroup(conversationId);
}

/** They stay known, for the messages they have sent. */
async function markLeft(command: Command, identifiers: readonly string[], { db }: Here): Promise<void> {
  const gone = [...new Set(identifiers)];
  const named = new Map(namedIn(command).map((person) => [person.identifier, person]));
  await changeMembers(db, command, gone, (here, identifier) => ({
    ...(here ?? memberOf(command.conversationId, named.get(identifier) ?? { identifier })),
    role: 'member',
    left: true,
  }));
  await countMembers(db, command, -gone.length);
}

const setUserSetting =
  (field: 'groupRemark' | 'anonymous') =>
  async (command: Command, { db }: Here) => {
    const value = bodyOf(command)[field];
    const conversation = await db.conversations.get(command.conversationId);
    if (!conversation || typeof value !== typeof noSetting[field]) return;
    const userSetting = { ...noSetting, ...conversation.userSetting };
    await db.conversations.update(command.conversationId, { userSetting: { ...userSetting, [field]: value } });
  };

/**
 * What could not be opened or did not come, sealed once more by its author: it is shown in its old place, an edit or a
 * reaction as if it had arrived then.
 */
async function fill(command: Command, here: Here): Promise<void> {
  const { db } = here;
  const { type, message, about } = bodyOf(command);
  const [id = ''] = command.targets;
  if (!command.sealed || typeof type !== 'string') return;
  const [row, change, [missing]] = await Promise.all([db.messages.get(id), db.changes.get(id), missingRows(db, [id])]);
  // The device that wrote it, not another with the same name.
  const isAuthor = (identifier = '', deviceId = '') => identifier === command.actor && deviceId === command.device;
  const isMissing =
    missing?.conversationId === command.conversationId && isAuthor(missing.sender.identifier, missing.sender.deviceId);
  if (isMissing && type === '') return settleAsNothing(db, missing);
  if (typeof message !== 'string' || type === '' || type === 'system') return;
  if (isMissing) await settleMissing(db, [missing]);
  // An open row under its id is not it: what was sealed takes that place.
  if (isMissing && !change && (!row || row.aside === 1))
    return putMissed(missing, { type, message, about }, command, here);
  const isHere = (row ?? change)?.conversationId === command.conversationId;
  if (!isHere) return;
  if (
    row?.unreadable &&
    row.unreadable !== 'does_not_match' &&
    isAuthor(row.content.sender?.identifier, row.content.sender?.deviceId)
  ) {
    const { unreadable: _, lostAt: __, ...kept } = row;
    await putLate(
      { ...kept, copy: 'acked', form: 1, content: { ...row.content, type, message, encrypted: true } },
      here,
    );
  } else if (change?.lost && isAuthor(change.by, change.lost) && type === change.kind) {
    const { lost: _, lostAt: __, ...kept } = change;
    await db.changes.put({ ...kept, message });
    await refold(db, change.conversationId, [change.target]);
  }
}

/** Something that never came, in the place where it was missed. */
async function putMissed(
  { id, conversationId, sender, at, order }: MissingRow,
  { type, message, about }: { type: string; message: string; about: unknown },
  command: Command,
  here: Here,
): Promise<void> {
  const { db } = here;
  const kind = type === 'withdraw' || type === 'edit' || type === 'reaction' ? type : undefined;
  if (kind && typeof about === 'string')
    return putChange(db, { ...command, id, targets: [about], at, message, order }, kind);
  if (kind) return;
  const { seq, order: place } = (await db.messages.get(id)) ?? { seq: Math.floor(order), order };
  await putLate(
    {
      id,
      conversationId,
      content: newContent({ id, type, message, sender, timestamp: at, encrypted: true }),
      loading: false,
      pending: false,
      error: '',
      fault: '',
      createdAt: at,
      isRead: true,
      seq,
      order: place,
      copy: 'acked',
      form: 1,
    },
    here,
  );
}

/** What was not counted when its row came is unread now, where this person has not read that far. */
async function putLate(message: MessageRow, { db, me, say }: Here): Promise<void> {
  const { id, conversationId, content, isRead, seq } = message;
  await db.messages.put(message);
  await refold(db, conversationId, [id]);
  const [now, conversation] = await Promise.all([db.messages.get(id), db.conversations.get(conversationId)]);
  const isMine = content.sender?.identifier === me.identifier;
  if (!now || !conversation || !isRead || isMine || now.withdrawn || seq <= conversation.readSeq) return;
  await db.messages.put({ ...now, isRead: false, unread: 1 });
  await db.conversations.update(conversationId, { unread: conversation.unread + 1 });
  say({ type: 'messageArrived', conversationId, id, from: content.sender?.identifier ?? '', ...previewOf(now) });
}

/**
 * Nobody may keep the file of a message that I have sent and withdrawn. Messages that the gateway has not yet accepted
 * are not handled here.
 */
async function releaseFile(command: Command, { db, me, after }: Here): Promise<void> {
  const [id = ''] = command.targets;
  const message = await db.messages.get(id);
  if (!message?.withdrawn || message.content.sender?.identifier !== me.identifier || uriOf(message) === '') return;
  await noteRelease(db, uriOf(message));
  after(command);
}

/** Only a screen reacts to it. */
const tell = ({ cmdId, actor, conversationId, message }: Command, { say }: Here) =>
  say({ type: 'command', cmdId, identifier: actor, conversationId, body: message });

export const systemHandlers = {
  createGroup: { effect: addMembers },
  inviteMember: { effect: addMembers },
  joinMember: { effect: addMembers },
  deleteMember: {
    async effect(command, here) {
      if (command.targets.includes(here.me.identifier)) return leave('removed', command, here);
      await markLeft(command, command.targets, here);
    },
  },
  quitMember: {
    async effect(command, here) {
      if (command.actor === here.me.identifier) return leave('quit', command, here);
      if (command.actor) await markLeft(command, [command.actor], here);
    },
  },
  dismissGroup: { effect: (command, here) => leave('dismissed', command, here) },
  handOver: {
    async effect(command, { db }) {
      const {
        conversationId,
        targets: [heir = ''],
        actor,
      } = command;
      const named = new Map(namedIn(command).map((person) => [person.identifier, person]));
      await changeMembers(db, command, [heir, actor], (here, identifier) => {
        const known = named.get(identifier);
        const row = here ?? (known && memberOf(conversationId, known));
        return row && { ...row, role: identifier === heir ? 'owner' : 'member' };
      });
    },
  },
  groupName: {
    async effect(command, { db }) {
      const { name } = bodyOf(command);
      if (typeof name === 'string') await db.conversations.update(command.conversationId, { name });
    },
  },
  groupAvatar: {
    async effect(command, { db }) {
      const { avatar } = bodyOf(command);
      if (typeof avatar === 'string') await db.conversations.update(command.conversationId, { avatar });
    },
  },
  groupSetting: {
    async effect(command, { db }) {
      const { supportAnonymous, visibility } = bodyOf(command);
      await db.conversations.update(command.conversationId, {
        groupSetting: { supportAnonymous: supportAnonymous === true, visibility: visibility === true },
      });
    },
  },
  nickname: {
    async effect(command, { db }) {
      const { nickname } = bodyOf(command);
      if (typeof nickname === 'string')
        await changeMembers(db, command, [command.actor], (here) => here && { ...here, groupNickname: nickname });
    },
  },
  withdraw: { change: 'withdraw', always: releaseFile },
  edit: { change: 'edit' },
  reaction: { change: 'reaction' },
  // Only what the bot itself wrote: see `folded`.
  streamEnd: { change: 'streamEnd' },
  waitConnect: { effect: ({ conversationId }, { db }) => putState(db, conversationId, 'man') },
  agentConnect: { effect: ({ conversationId }, { db }) => putState(db, conversationId, 'man') },
  switchedToAi: { effect: ({ conversationId }, { db }) => putState(db, conversationId, 'AI') },
  slap: {},
  encrypt: {
    counts: maySwitch,
    effect: switchSealing,
  },
  resendRequest: { effect: (command, { after }) => command.sealed && after(command) },
  resend: { always: fill },
  syncRequest: {}, // between own devices: see deviceControl.ts
  syncHistory: {},
  ownDevices: {},

  groupRemark: { effect: setUserSetting('groupRemark') },
  anonymous: { effect: setUserSetting('anonymous') },
  addFriend: { effect: tell },
  contactDelete: {}, // the contact's own news covers it
  userDeviceChange: {
    effect: ({ actor }, { db }) => db.bundles.where({ identifier: actor }).delete(),
  },
  callInfo: {},
  newMemory: { effect: tell },
  aiUsageExhausted: {
    async effect(command, here) {
      const { conversationId } = command;
      const waiting = await here.db.messages
        .where({ conversationId })
        .filter(({ content, pending }) => pending && content.sender?.identifier !== here.me.identifier)
        .primaryKeys();
      await here.db.messages.bulkDelete(waiting);
      tell(command, here);
    },
  },
} as const satisfies Record<SystemCommand, Handler>;

/** Whether this build knows a command whose name was received. */
const isKnown = (cmdId: string): cmdId is SystemCommand => Object.hasOwn(systemCommands, cmdId);

/** Whether it moves its conversation in the list. */
export const isShown = (cmdId: string): boolean => isKnown(cmdId) && systemCommands[cmdId].line;

/**
 * Carries out a command inside the caller's transaction, which holds `rowTables`.
 * `fromHistory` when it took effect long ago: then only its visible traces are written.
 */
export async function carryOut(command: Command, here: Here, { fromHistory = false } = {}): Promise<void> {
  if (!isKnown(command.cmdId)) return;
  const handler: Handler = systemHandlers[command.cmdId];
  if (handler.counts && !fromHistory && !(await handler.counts(command, here))) return;
  if (isShown(command.cmdId) && command.conversationId)
    await (command.seq > 0 ? putLine : putLineAtEnd)(here.db, command);
  if (handler.change) await putChange(here.db, command, handler.change);
  await handler.always?.(command, here);
  if (!fromHistory) await handler.effect?.(command, here);
}

/** One row a target, so that each is folded separately; the first carries the command's own id. */
async function putChange(
  db: AccountDb,
  { id, conversationId, targets, actor, at, message, lost, lostAt, seq, order, sealedFor }: Command,
  kind: ChangeRow['kind'],
) {
  const [target] = targets;
  if (!target) return;
  const [here, conversation] = await Promise.all([db.changes.get(id), db.conversations.get(conversationId)]);
  if (here && (here.conversationId !== conversationId || here.by !== actor)) return;
  await db.changes.put({
    id,
    conversationId,
    target,
    kind,
    by: actor,
    at,
    message,
    seq,
    order,
    ...(lost && { lost }),
    ...(lostAt !== undefined && { lostAt }),
    ...(conversation?.type === 'private' && { ofAuthor: 1 as const }),
    ...((sealedFor ?? here?.sealedFor) && { sealedFor: (sealedFor ?? here?.sealedFor)! }),
  });
  await refold(db, conversationId, [target]);
}
