// What each system command does on a device: one table. The actor decides, and so does whom it is about.
import type { EngineEvent } from '@amber/client/bus';
import { type AccountDb, type ChangeRow, type MemberRow, pendingOrder } from '@amber/client/db';
import { countUnread } from '@amber/client/unread';
import type { Conversation_UserSetting, Device } from '@amber/proto';
import { readBody, systemSender, type SystemBody } from '@amber/proto/bodies';
import { type PersonNamed, type SystemCommand, systemCommands } from '@amber/proto/systemCommands';
import { refold } from '../receiving/changes.ts';
import { remarksOf } from '../people/contacts.ts';
import { newContent } from '../sending/content.ts';
import { noteRelease, noteReleasesIn, uriOf } from '../files/fileReleases.ts';
import { changeMembers, countMembers } from '../people/members.ts';

/** A command as it has arrived, by a message or a notice. */
export interface Command {
  id: string;
  conversationId: string;
  cmdId: string;
  /** Who gave it; empty when that person is anonymous. */
  actor: string;
  targets: readonly string[];
  /** JSON text of its body. */
  message: string;
  /** The body could not be opened: which of the actor's devices can say it again. */
  lost?: string;
  /** It came sealed, or was written here: the gateway has not made it up. */
  sealed: boolean;
  at: number;
  /** Its place; 0 for what has none. */
  seq: number;
  order: number;
}

/** Where a command takes effect: inside the transaction that moves the cursor past it. */
export interface Here {
  db: AccountDb;
  me: Device;
  /** Passing news, told after the commit. */
  say(event: EngineEvent): void;
  /** Asks for the group as a whole, after the commit: its people are not all named in a command. */
  refreshGroup(conversationId: string): void;
  /** What a command leads to beyond this device's rows is done after the commit. */
  after(command: Command): void;
}

interface Handler {
  /** It is shown as a line of the conversation. */
  line?: true;
  /** It changes messages. */
  change?: ChangeRow['kind'];
  /** What it changes as of now. Not done again for what is read in the history. */
  effect?(command: Command, here: Here): unknown;
  /** What it does also when it is read in the history. */
  always?(command: Command, here: Here): unknown;
}

const bodyOf = ({ message }: Command) => readBody(message);

const isNamed = (value: unknown): value is PersonNamed => {
  const { identifier, lastName, avatar } = (value ?? {}) as Partial<PersonNamed>;
  return [identifier, lastName, avatar].every((field) => typeof field === 'string');
};

/** Those whom the gateway has named in the body. */
const namedIn = (command: Command): PersonNamed[] => {
  const { members } = bodyOf(command);
  return Array.isArray(members) ? members.filter(isNamed) : [];
};

/** Somebody of whom nothing is known here but what the gateway has named. */
const memberOf = (conversationId: string, { identifier, lastName = '', avatar = '' }: Partial<PersonNamed> & { identifier: string }, spaceId = '', remarkName = ''): MemberRow =>
  ({ conversionId: conversationId, spaceId, identifier, avatar, lastName, groupNickname: '', remarkName, role: 'member', left: false });

/** Whoever is here already keeps what is known of him. When it is I who came, all the others are new here. */
async function addMembers(command: Command, { db, me, refreshGroup }: Here): Promise<void> {
  const { conversationId, cmdId, actor } = command;
  const named = namedIn(command);
  const remarks = await remarksOf(db, named.map(({ identifier }) => identifier));
  const spaceId = (await db.conversations.get(conversationId))?.spaceId ?? '';
  const coming = new Map(named.map((person) => [person.identifier, memberOf(conversationId, person, spaceId, remarks.get(person.identifier))]));
  await changeMembers(db, command, [...coming.keys()], (here, identifier) => {
    if (here && !here.left) return undefined;
    const role = cmdId === 'createGroup' && identifier === actor ? 'owner' : 'member';
    return { ...coming.get(identifier)!, groupNickname: here?.groupNickname ?? '', role };
  });
  await countMembers(db, command, coming.size);
  const amComing = coming.has(me.identifier);
  // Who comes into a space sees what has been said in its rooms.
  const seesBefore = spaceId !== '' && cmdId === 'joinMember';
  if (amComing && !seesBefore) await beginAnew(db, conversationId, command.seq);
  if (cmdId === 'createGroup' || amComing) refreshGroup(conversationId);
}

/** They stay known, for what they have said. */
async function markLeft(command: Command, identifiers: readonly string[], { db }: Here): Promise<void> {
  const gone = [...new Set(identifiers)];
  const named = new Map(namedIn(command).map((person) => [person.identifier, person]));
  await changeMembers(db, command, gone, (here, identifier) =>
    ({ ...here ?? memberOf(command.conversationId, named.get(identifier) ?? { identifier }), role: 'member', left: true }));
  await countMembers(db, command, -gone.length);
}

/**
 * Who comes back sees what comes from this place on: what a device still has from before, which has not heard of the
 * leaving, goes as it would have gone then. To be called inside a transaction that holds `rowTables`.
 */
export async function beginAnew(db: AccountDb, conversationId: string, seq: number): Promise<void> {
  const before = await db.messages.where('[conversationId+order]').between([conversationId, -Infinity], [conversationId, seq], true, false).primaryKeys();
  if (before.length === 0) return;
  await Promise.all([
    db.messages.bulkDelete(before),
    db.files.bulkDelete(before),
    db.changes.where({ conversationId }).filter(({ order }) => order < seq).delete(),
    db.cursors.where({ conversationId }).modify((cursor) => { delete cursor.gaps; }),
  ]);
  const unread = await db.messages.where('[conversationId+unread]').equals([conversationId, 1]).toArray();
  await db.conversations.update(conversationId, countUnread(unread));
}

/**
 * I am no longer in it: nothing of it stays on this device. A room that all members of its space see comes and goes
 * with the space, of which a notice tells: see spaceChanges.ts.
 */
async function leave(how: 'quit' | 'removed' | 'dismissed', command: Command, { db, say, me, after }: Here) {
  const { conversationId, actor } = command;
  const conversation = await db.conversations.get(conversationId);
  if (conversation?.spaceId && (how === 'dismissed' || conversation.groupSetting?.visibility)) return;
  await deleteConversation(db, conversationId, how === 'dismissed' ? me : undefined);
  after(command);
  const name = conversation?.userSetting?.groupRemark || conversation?.name || '';
  say({ type: 'conversationLeft', conversationId, spaceId: conversation?.spaceId ?? '', name, how, by: actor });
}

/** Deletes the files of a conversation's messages; there are far fewer files than messages. To be called inside a transaction that holds both. */
async function deleteFiles(db: AccountDb, conversationId: string): Promise<void> {
  const ids = await db.files.toCollection().primaryKeys();
  const messages = await db.messages.bulkGet(ids);
  await db.files.bulkDelete(ids.filter((_, index) => messages[index]?.conversationId === conversationId));
}

/**
 * Deletes a conversation with all that belongs to it; with `endedFor`, who this is, it is no more for anybody.
 * To be called inside a transaction that holds `rowTables`.
 */
export async function deleteConversation(db: AccountDb, conversationId: string, endedFor?: Device): Promise<void> {
  await noteReleasesIn(db, conversationId, endedFor);
  await deleteFiles(db, conversationId);
  await Promise.all([
    db.conversations.delete(conversationId),
    db.messages.where({ conversationId }).delete(),
    db.changes.where({ conversationId }).delete(),
    db.members.where({ conversionId: conversationId }).delete(),
    db.drafts.delete(conversationId),
    db.cursors.delete(conversationId),
    db.outbox.where('[conversationId+order]').between([conversationId, -Infinity], [conversationId, Infinity]).delete(),
  ]);
}

/** How a conversation is seen by whoever has set nothing. */
export const noSetting: Conversation_UserSetting = { anonymous: false, encrypted: false, noDisturb: false, isTop: false, groupRemark: '', unencrypted: 'unset' };

const setUserSetting = (field: 'groupRemark' | 'anonymous' | 'encrypted') => async (command: Command, { db }: Here) => {
  const value = bodyOf(command)[field];
  const conversation = await db.conversations.get(command.conversationId);
  if (!conversation || typeof value !== typeof noSetting[field]) return;
  const userSetting = { ...noSetting, ...conversation.userSetting };
  await db.conversations.update(command.conversationId, { userSetting: { ...userSetting, [field]: value } });
};

/** What could not be opened, sealed once more by its author: it is shown in its old place, an edit or a reaction as if it had come then. */
async function fill(command: Command, { db }: Here): Promise<void> {
  const { type, message } = bodyOf(command);
  const [id = ''] = command.targets;
  if (!command.sealed || typeof type !== 'string' || typeof message !== 'string') return;
  const [row, change] = await Promise.all([db.messages.get(id), db.changes.get(id)]);
  if (row?.unreadable && row.content.sender?.identifier === command.actor && type !== 'system') {
    const { unreadable: _, ...kept } = row;
    await db.messages.put({ ...kept, copy: 'acked', content: { ...row.content, type, message, encrypted: true } });
    await refold(db, row.conversationId, [id]);
  } else if (change?.lost && change.by === command.actor && type === change.kind) {
    const { lost: _, ...kept } = change;
    await db.changes.put({ ...kept, message });
    await refold(db, change.conversationId, [change.target]);
  }
}

/** Nobody is to have the file of what I have sent and is withdrawn. What the gateway has not taken yet does not come here. */
async function releaseFile(command: Command, { db, me, after }: Here): Promise<void> {
  const [id = ''] = command.targets;
  const message = await db.messages.get(id);
  if (!message?.withdrawn || message.content.sender?.identifier !== me.identifier || uriOf(message) === '') return;
  await noteRelease(db, uriOf(message));
  after(command);
}

/** What only a screen makes something of. */
const tell = ({ cmdId, actor, conversationId, message }: Command, { say }: Here) =>
  say({ type: 'command', cmdId, identifier: actor, conversationId, body: message });

export const systemHandlers = {
  createGroup: { line: true, effect: addMembers },
  inviteMember: { line: true, effect: addMembers },
  joinMember: { line: true, effect: addMembers },
  deleteMember: {
    line: true,
    async effect(command, here) {
      if (command.targets.includes(here.me.identifier)) return leave('removed', command, here);
      await markLeft(command, command.targets, here);
    },
  },
  quitMember: {
    line: true,
    async effect(command, here) {
      if (command.actor === here.me.identifier) return leave('quit', command, here);
      if (command.actor) await markLeft(command, [command.actor], here);
    },
  },
  dismissGroup: { line: true, effect: (command, here) => leave('dismissed', command, here) },
  handOver: {
    line: true,
    async effect(command, { db }) {
      const { conversationId, targets: [heir = ''], actor } = command;
      const named = new Map(namedIn(command).map((person) => [person.identifier, person]));
      await changeMembers(db, command, [heir, actor], (here, identifier) => {
        const known = named.get(identifier);
        const row = here ?? (known && memberOf(conversationId, known));
        return row && { ...row, role: identifier === heir ? 'owner' : 'member' };
      });
    },
  },
  groupName: {
    line: true,
    async effect(command, { db }) {
      const { name } = bodyOf(command);
      if (typeof name === 'string') await db.conversations.update(command.conversationId, { name });
    },
  },
  groupSetting: {
    line: true,
    async effect(command, { db }) {
      const { supportAnonymous, visibility } = bodyOf(command);
      await db.conversations.update(command.conversationId, { groupSetting: { supportAnonymous: supportAnonymous === true, visibility: visibility === true } });
    },
  },
  nickname: {
    line: true,
    async effect(command, { db }) {
      const { nickname } = bodyOf(command);
      if (typeof nickname === 'string') await changeMembers(db, command, [command.actor], (here) => here && { ...here, groupNickname: nickname });
    },
  },
  withdraw: { change: 'withdraw', always: releaseFile },
  edit: { change: 'edit' },
  reaction: { change: 'reaction' },
  slap: { line: true },
  encrypt: {
    line: true,
    async effect(command, here) {
      // The gateway may not switch it off: only what one of the two has sealed does.
      if (!command.sealed && bodyOf(command)['encrypted'] !== true) return;
      await setUserSetting('encrypted')(command, here);
      if (command.actor === here.me.identifier) here.after(command);
    },
  },
  resendRequest: { effect: (command, { after }) => after(command) },
  resend: { always: fill },
  syncRequest: {}, // between own devices: see takeControl.ts
  syncHistory: {},

  groupRemark: { effect: setUserSetting('groupRemark') },
  anonymous: { effect: setUserSetting('anonymous') },
  addFriend: { effect: tell },
  contactDelete: { line: true }, // what becomes of the contact comes by itself
  userDeviceChange: {
    effect: ({ actor }, { db }) => db.bundles.where({ identifier: actor }).delete(),
  },
  callInfo: { line: true },
  newMemory: { effect: tell },
  aiUsageExhausted: {
    async effect(command, here) {
      const { conversationId } = command;
      const waiting = await here.db.messages.where({ conversationId })
        .filter(({ content, pending }) => pending && content.sender?.identifier !== here.me.identifier).primaryKeys();
      await here.db.messages.bulkDelete(waiting);
      tell(command, here);
    },
  },
} as const satisfies Record<SystemCommand, Handler>;

/** What does a command whose name comes from the other side; undefined for one of a newer version. */
const handlerOf = (cmdId: string): Handler | undefined =>
  Object.hasOwn(systemCommands, cmdId) ? systemHandlers[cmdId as SystemCommand] : undefined;

/** The line that a command leaves in its conversation; it stands read. */
function lineOf({ id, conversationId, cmdId, actor, targets, message, at, seq, order }: Command) {
  const body: SystemBody = { type: 'custom', originMessage: { cmdId, actor, targets: [...targets], body: readBody(message) } };
  return {
    id, conversationId, createdAt: at, seq, order, isRead: true, copy: 'open' as const,
    content: newContent({ id, type: 'system', message: JSON.stringify(body), sender: { identifier: systemSender, deviceId: '' }, timestamp: at }),
    loading: false, pending: false, error: '' as const, fault: '',
  };
}

/** Puts a command's line into its conversation. To be called inside a transaction that holds `messages`. */
const putLine = async (db: AccountDb, command: Command): Promise<void> => void await db.messages.put(lineOf(command));

/** Between a conversation's last place and the next one there is room for so many lines of this device's own. */
const localStep = 2 ** -12;

/** A line that only this device has: after the newest that the gateway has placed. To be called inside a transaction that holds `messages`. */
export async function putLocalLine(db: AccountDb, line: Pick<Command, 'id' | 'conversationId' | 'cmdId' | 'actor' | 'at'> & Partial<Command>): Promise<void> {
  const { conversationId } = line;
  const newest = await db.messages.where('[conversationId+order]')
    .between([conversationId, -Infinity], [conversationId, pendingOrder(0)]).last();
  await putLine(db, { targets: [], message: '{}', sealed: false, ...line, seq: 0, order: (newest?.order ?? 0) + localStep });
}

/** Whether it moves its conversation in the list. */
export const isShown = (cmdId: string): boolean => handlerOf(cmdId)?.line === true;

/**
 * Does what a command says, inside the caller's transaction, which holds `rowTables`.
 * `fromHistory` when it was in force long ago: then only what shows of it is made.
 */
export async function carryOut(command: Command, here: Here, { fromHistory = false } = {}): Promise<void> {
  const handler = handlerOf(command.cmdId);
  if (!handler) return;
  if (handler.line && command.conversationId) await (command.seq > 0 ? putLine : putLocalLine)(here.db, command);
  if (handler.change) await putChange(here.db, command, handler.change);
  await handler.always?.(command, here);
  if (!fromHistory) await handler.effect?.(command, here);
}

/** One row a target, so that each is folded by itself; the first carries the command's own id. */
async function putChange(db: AccountDb, { id, conversationId, targets, actor, at, message, lost, seq, order }: Command, kind: ChangeRow['kind']) {
  const [target] = targets;
  if (!target) return;
  await db.changes.put({ id, conversationId, target, kind, by: actor, at, message, seq, order, ...(lost && { lost }) });
  await refold(db, conversationId, [target]);
}

/** Every table that a row or a notice may write. */
export const rowTables = (db: AccountDb) =>
  [db.messages, db.changes, db.files, db.spaces, db.conversations, db.members, db.cursors, db.outbox, db.drafts, db.contacts, db.bundles, db.bots, db.notices, db.identity];
