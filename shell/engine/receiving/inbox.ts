// Takes what the gateway says of a conversation into the database: once, in order, then acknowledges it.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb, ChangeRow, ConversationRow, CursorRow, MessageRow } from '@amber/client/db';
import { countUnread } from '@amber/client/unread';
import type { Content, Conversation, Device, GetGroupConversationDetailReply, Row, SyncReply_Part } from '@amber/proto';
import { readText } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { isUnreadableReason, unreadableReasons, type UnreadableReason } from '@amber/proto/unreadable';
import { refold, withChanges } from './changes.ts';
import { remarksOf } from '../people/contacts.ts';
import { newContent } from '../sending/content.ts';
import { addGap } from './cursor.ts';
import { noteFollowUps } from './followUps.ts';
import { isOpened, peopleIn, putGroup, unknownOf } from '../people/members.ts';
import { previewOf } from './preview.ts';
import { markRead } from './readPlaces.ts';
import { isOwnChat, privateChatWith } from '../people/privateChats.ts';
import { problemEvent } from '../problems/problemEvent.ts';
import { handlingOf } from '../news/protocolTypes.ts';
import { keyTables, type Opened, type Sealer } from '../sealing/sealer.ts';
import { beginAnew, carryOut, type Command, isShown, rowTables } from '../news/commands.ts';
import { takeControl } from '../news/deviceControl.ts';

export interface Inbox {
  /**
   * Stores rows of one conversation that follow each other, oldest first. Returns where this device then stands; null
   * when something before them has not arrived yet.
   * A row that is here already changes nothing; a row of one's own settles what was being sent.
   */
  store(rows: readonly [Row, ...Row[]]): Promise<CursorRow | null>;
  /** Stores rows from below the cursor: what they changed has long been in force. */
  storeHistory(conversationId: string, rows: readonly Row[], moveGaps: (cursor: CursorRow) => CursorRow): Promise<void>;
  /**
   * The gateway has taken what this device sent. False when something before it has not arrived yet.
   * `content` is the row's, as the gateway has it or as it was sent.
   */
  settleOwn(row: Row, content: Content): Promise<boolean>;
  /** Brings a conversation up to date as a sync reply has it, its rows included. `isLast`: nothing more is to come. */
  storePart(part: SyncReply_Part, isLast: boolean): Promise<void>;
  /** The same for an answer about one conversation that is here, which says nothing of rows; `group` is what opening it brings of its people. */
  storeConversation(conversation: Conversation, group?: GetGroupConversationDetailReply): Promise<void>;
  /**
   * The same for all of them at once, in one transaction. What is not here yet comes by a sync, with its rows; what has
   * changed here since it was asked for, when it was as in `before`, may be newer than the answer.
   */
  storeConversations(conversations: readonly Conversation[], before: readonly ConversationRow[]): Promise<void>;
  /** Opens what came from this person under a key that was not trusted then. */
  reopen(identifier: string): Promise<void>;
  /** Removes messages from this device. They do not come back: the cursor is past them. */
  forget(conversationId: string, ids: readonly string[]): Promise<void>;
}

interface InboxPorts {
  db: AccountDb;
  sealer: Sealer;
  me: Device;
  now(): number;
  say(event: EngineEvent): void;
  /** Something has been noted that is to be asked of the gateway. */
  followUp(): void;
  /** What a command leads to beyond the rows; see system.ts. */
  after(command: Command): void;
  /** Something has arrived that cannot be read here, though it could be: whoever sent it can be asked again. */
  lost(): void;
  /** What was stored names people of a group of whom this device knows nothing. */
  unknown(conversationId: string, identifiers: readonly string[]): void;
}

interface Placed {
  row: Row;
  content: Content;
  fault?: UnreadableReason;
}

/** What follows from a write, told when it has committed. */
interface After {
  tell(event: EngineEvent): void;
  followUp(): void;
  follow(command: Command): void;
  lose(): void;
  unknown(conversationId: string, identifiers: readonly string[]): void;
}

export function createInbox({ db, sealer, me, now, say, followUp, after: follow, lost, unknown }: InboxPorts): Inbox {
  const isMine = (row: Row) => row.sender?.identifier === me.identifier;

  function toMessage({ row, content, fault }: Placed, readSeq: number): MessageRow {
    // What was taken back before it came has nothing to read.
    const isRead = isMine(row) || row.seq <= readSeq || (content.message === '' && fault !== 'withheld');
    const isMention = !isRead && readText(content)?.mentions?.includes(me.identifier);
    return {
      id: row.id,
      conversationId: row.conversationId,
      content: { ...content, id: row.id, sender: row.sender, timestamp: row.timestamp },
      loading: false,
      pending: false,
      error: '',
      fault: '',
      createdAt: row.timestamp,
      isRead,
      ...(!isRead && { unread: 1 as const }),
      ...(isMention && { mention: 1 as const }),
      seq: row.seq,
      order: row.seq,
      copy: row.copy,
      ...(fault && { unreadable: fault }),
    };
  }

  /** What is here under this id keeps its content and takes the gateway's place and time. */
  const settled = (message: MessageRow, row: Row): MessageRow => ({
    ...message,
    content: { ...message.content, timestamp: row.timestamp },
    loading: false,
    pending: false,
    error: '',
    fault: '',
    createdAt: row.timestamp,
    seq: row.seq,
    order: row.seq,
    copy: row.copy,
  });

  /** The body of one that could not be opened is not known; what it is about is told in clear. */
  const toCommand = ({ row, content, fault }: Placed): Command => ({
    id: row.id,
    conversationId: row.conversationId,
    cmdId: content.cmdId,
    actor: row.sender?.identifier ?? '',
    targets: content.targets,
    message: fault ? '' : content.message,
    ...(fault && isToAskFor(row, fault) && row.sender && { lost: row.sender.deviceId }),
    sealed: content.encrypted || isMyDevice(row.sender),
    at: row.timestamp,
    seq: row.seq,
    order: row.seq,
  });

  /** Its sender can say it again. */
  const isToAskFor = (row: Row, reason: UnreadableReason): boolean => unreadableReasons[reason].remedy === 'repair' && row.sender !== null && !isMyDevice(row.sender);

  const isMyDevice = (sender: Device | null) => sender?.identifier === me.identifier && sender.deviceId === me.deviceId;

  /** What lies in a queue for this device alone, as its sender has made it. */
  const sealedPart = ({ copy, content, sender, timestamp }: Row): Content | null => (copy === 'queued' && content ? { ...content, sender, timestamp } : null);

  /** An open row says of itself what it likes: it was not sealed. */
  const openPart = ({ content }: Row): Opened | null => content && { content: { ...content, encrypted: false } };

  /**
   * Opens what is sealed among these rows before `store` runs, which writes them in a transaction and commits as its last
   * act: IndexedDB ends a transaction that waits for anything but itself.
   */
  function openAll<T>(rows: readonly Row[], store: (opened: (Opened | null)[], commit: () => Promise<void>) => Promise<T>): Promise<T> {
    const sealed = rows.map(sealedPart);
    if (sealed.every((content) => content === null)) return store(rows.map(openPart), async () => {});
    return sealer.openAll(sealed, (opened, commit) => store(rows.map((row, index) => opened[index] ?? openPart(row)), commit));
  }

  /** How far conversations have been stored here, at least: what is beyond needs no look at the cursor. */
  const storedTo = new Map<string, CursorRow>();

  /** The rows that are not stored yet: opening one twice would only say that it has been opened. */
  async function notStored(rows: readonly Row[]): Promise<readonly Row[]> {
    const [{ conversationId, epoch, seq: from } = { conversationId: '', epoch: 0, seq: 0 }] = rows;
    const known = storedTo.get(conversationId);
    if (known?.epoch === epoch && from > known.seq) return rows;
    const cursor = await db.cursors.get(conversationId);
    return cursor?.epoch === epoch ? rows.filter(({ seq }) => seq > cursor.seq) : rows;
  }

  /** Runs work in one transaction over all that a row may write; its news are told when it has committed. */
  async function write<T>(work: (after: After) => Promise<T>): Promise<T> {
    let news: (() => void)[] = [];
    let [missing, isNoted] = [false, false];
    const result = await db.transaction('rw', [...new Set([...rowTables(db), ...keyTables(db)])], async () => {
      [news, missing, isNoted] = [[], false, false];
      return work({
        tell: (event) => news.push(() => say(event)),
        followUp: () => { isNoted = true; },
        follow: (command) => news.push(() => follow(command)),
        lose: () => { missing = true; },
        unknown: (conversationId, identifiers) => news.push(() => unknown(conversationId, identifiers)),
      });
    });
    news.forEach((run) => run());
    if (isNoted) followUp();
    if (missing) lost();
    return result;
  }

  interface Writing extends After {
    fromHistory?: boolean;
  }

  /** Why there is nothing to read in a row that came without content. */
  function reasonWithout({ copy, timestamp }: Row, keysMade: number): UnreadableReason | undefined {
    if (copy === 'open') return undefined;
    return copy === 'none' && timestamp >= keysMade ? 'withheld' : 'sent_before_this_device';
  }

  /** Writes rows of one conversation. To be called inside `write`. */
  async function put(rows: readonly Row[], opened: readonly (Opened | null)[], { tell, followUp: follows, follow: after, lose, unknown: ask, fromHistory = false }: Writing): Promise<void> {
    const [{ conversationId } = { conversationId: '' }] = rows;
    const ids = rows.map(({ id }) => id);
    const [existing, waiting, changes, conversation] = await Promise.all([
      db.messages.bulkGet(ids), db.outbox.bulkGet(ids), db.changes.bulkGet(ids), db.conversations.get(conversationId),
    ]);
    const readSeq = conversation?.readSeq ?? 0;
    const keysMade = ((await db.identity.get('me')) as { created?: number } | undefined)?.created ?? Infinity;
    const messages: MessageRow[] = [];
    const commands: Command[] = [];
    const controls: Placed[] = [];
    rows.forEach((row, index) => {
      // What this device sealed for others comes back to it without content.
      const content = opened[index]?.content ?? waiting[index]?.content ?? null;
      const said = opened[index]?.fault?.code ?? '';
      const reason = content ? isUnreadableReason(said) && said : reasonWithout(row, keysMade);
      const fault = reason ? { fault: reason } : {};
      const handling = handlingOf({ ...row, content });
      const here = existing[index];
      if (handling === 'command') commands.push(toCommand({ row, content: content!, ...fault }));
      else if (handling === 'control') controls.push({ row, content: content! });
      else if (here) messages.push(settled(here, row));
      else if (!content && changes[index]) commands.push(commandOf(changes[index], row));
      else messages.push(toMessage({ row, content: content ?? newContent({ id: row.id, sender: row.sender, timestamp: row.timestamp }), ...fault }, readSeq));
      if (reason && !here && isToAskFor(row, reason)) lose();
      if (reason && !here && !unreadableReasons[reason].expected) tell(problemEvent('row', new Fault(reason), row.id));
    });

    const written = await withChanges(db, messages);
    const known = new Set(existing.flatMap((here) => here?.id ?? []));
    const unread = written.filter((message) => message.unread && !known.has(message.id));
    const last = written.at(-1);
    const shownAt = Math.max(last?.createdAt ?? 0, ...commands.filter(({ cmdId }) => isShown(cmdId)).map(({ at }) => at));
    const count = countUnread(unread);
    await Promise.all([
      db.messages.bulkPut(written),
      db.outbox.bulkDelete(ids.filter((_, index) => waiting[index])),
      conversation && db.conversations.put({
        ...conversation,
        unread: conversation.unread + count.unread,
        mentions: conversation.mentions + count.mentions,
        ...(!fromHistory && shownAt > 0 && {
          sortTime: Math.max(conversation.sortTime, shownAt),
          status: last || !isOwnChat(conversation, me) ? 'normal' as const : conversation.status,
          preview: last && last.content.type ? previewOf(last) : conversation.preview,
        }),
      }),
    ]);
    for (const { id, content, ...message } of fromHistory ? [] : unread) {
      tell({ type: 'messageArrived', conversationId, id, from: content.sender?.identifier ?? '', text: previewOf({ content, ...message }) });
    }
    for (const control of controls) await takeControl(db, me, { ...control, conversation, tell });
    if (conversation && isOpened(conversation)) {
      const people = new Set([...peopleIn(written), ...commands.flatMap(({ actor }) => actor || [])]);
      const strangers = await unknownOf(db, conversationId, [...people]);
      if (strangers.length > 0) ask(conversationId, strangers);
    }
    const groups = new Set<string>();
    for (const command of commands) await carryOut(command, { db, me, say: tell, refreshGroup: (id) => groups.add(id), after }, { fromHistory });
    if (groups.size === 0) return;
    // With the rows that ask for it: an engine that ends now would not know of it again.
    await noteFollowUps(db, [...groups].map((id) => ({ kind: 'group', id })));
    follows();
  }

  /** Whether this device stands right before this place, or beyond it. */
  const reaches = (cursor: CursorRow | undefined, { epoch, prevSeq }: Pick<Row, 'epoch' | 'prevSeq'>): cursor is CursorRow =>
    cursor?.epoch === epoch && cursor.seq >= prevSeq;

  /** Stores what follows the cursor, and moves it. To be called inside `write`. */
  async function append(rows: readonly Row[], opened: readonly (Opened | null)[], writing: Writing): Promise<CursorRow | null> {
    const { conversationId } = rows[0]!;
    const cursor = await db.cursors.get(conversationId);
    if (!reaches(cursor, rows[0]!)) return null;
    const fresh = rows.filter(({ seq }) => seq > cursor.seq);
    if (fresh.length === 0) return cursor;
    const moved = { ...cursor, seq: fresh.at(-1)!.seq };
    // The cursor first: what a row says may delete it, with the conversation.
    await db.cursors.put(moved);
    await put(fresh, opened.slice(rows.length - fresh.length), writing);
    return moved;
  }

  const store: Inbox['store'] = async (rows) => {
    const fresh = await notStored(rows);
    const [first, ...more] = fresh;
    if (!first) return (await db.cursors.get(rows[0].conversationId)) ?? null;
    return openAll([first, ...more], (opened, commit) => write(async (after) => {
      const cursor = await append(fresh, opened, after);
      if (cursor) {
        storedTo.set(cursor.conversationId, cursor);
        await commit();
      }
      return cursor;
    }));
  };

  /** The conversation's row as the gateway has it now, beside what this device keeps. To be called inside a transaction. */
  async function putConversation(conversation: Conversation, told: Partial<Pick<SyncReply_Part, 'readSeq' | 'peerReadSeq' | 'peerDeliveredSeq'>>, sortTime: number) {
    const { conversionId } = conversation;
    const here = await db.conversations.get(conversionId);
    const [remarkName] = here || conversation.type !== 'private' ? [] : (await remarksOf(db, conversation.userInfo.map(({ identifier }) => identifier))).values();
    const readSeq = told.readSeq ?? 0;
    const row: ConversationRow = {
      sortTime,
      preview: '',
      unread: 0,
      mentions: 0,
      ...(remarkName !== undefined && { remarkName }),
      ...here,
      ...conversation,
      // Whether a chat is encrypted is decided on devices: a gateway that says otherwise is not followed.
      ...(here && conversation.type === 'private' && conversation.userSetting && {
        userSetting: { ...conversation.userSetting, encrypted: here.userSetting?.encrypted ?? conversation.userSetting.encrypted },
      }),
      // A chat with one's own devices is not listed for what they say to each other.
      ...(isOwnChat(conversation, me) && { status: here?.status ?? 'delete' }),
      readSeq: Math.max(here?.readSeq ?? 0, readSeq),
      toldSeq: Math.max(here?.toldSeq ?? 0, readSeq),
      peerReadSeq: furthest(here?.peerReadSeq, told.peerReadSeq),
      peerDeliveredSeq: furthest(here?.peerDeliveredSeq, told.peerDeliveredSeq),
    };
    if (here && row.readSeq > here.readSeq) Object.assign(row, await markRead(db, conversionId, row.readSeq));
    await db.conversations.put(row);
  }

  return {
    store,
    async storeHistory(conversationId, rows, moveGaps) {
      const isMissing = ({ gaps = [], epoch }: CursorRow) => (row: Row) =>
        row.epoch === epoch && gaps.some(({ after, before }) => row.seq > after && row.seq < before);
      const now = await db.cursors.get(conversationId);
      const fresh = now ? rows.filter(isMissing(now)) : [];
      await openAll(fresh, (opened, commit) => write(async (after) => {
        const cursor = await db.cursors.get(conversationId);
        if (!cursor) return;
        const still = fresh.flatMap((row, index) => (isMissing(cursor)(row) ? [index] : []));
        if (still.length > 0) await put(still.map((index) => fresh[index]!), still.map((index) => opened[index]!), { ...after, fromHistory: true });
        await db.cursors.put(moveGaps(cursor));
        await commit();
      }));
    },
    settleOwn: (row, content) => write(async (after) => {
      const cursor = await append([row], [{ content }], after);
      await db.outbox.delete(row.id);
      if (cursor) return true;
      // Its row comes with what is missing before it; until then it shows where it will stand.
      const [message, change] = await Promise.all([db.messages.get(row.id), db.changes.get(row.id)]);
      if (message) await db.messages.put(settled(message, row));
      if (change) await carryOut(commandOf(change, row), { db, me, say: after.tell, refreshGroup: () => {}, after: after.follow }); // no change asks for people
      return false;
    }),
    async storePart({ conversation, epoch, lastSeq, joinedSeq, rows, ...told }, isLast) {
      if (!conversation) return;
      const { conversionId: conversationId } = conversation;
      const fresh = await notStored(rows);
      await openAll(fresh, (opened, commit) => write(async (after) => {
        await putConversation(conversation, told, rows.at(-1)?.timestamp ?? now());
        const here = await db.cursors.get(conversationId);
        const [first] = rows;
        if (here?.epoch === epoch && here.seq < joinedSeq) await beginAnew(db, conversationId, joinedSeq + 1);
        if (first) await db.cursors.put(addGap(here, { conversationId, epoch, joinedSeq, first }));
        // Without rows there is none for this device to see; while there is more to come, the reply had no room for them.
        // A place that it has is moved by rows alone.
        else if (isLast && here?.epoch !== epoch) await db.cursors.put({ conversationId, epoch, seq: lastSeq });
        if (fresh.length > 0 && await append(fresh, opened, after)) await commit();
      }));
    },
    async reopen(identifier) {
      const conversationId = await privateChatWith(db, identifier);
      const inChat = () => db.messages.where('[conversationId+order]').between([conversationId, -Infinity], [conversationId, Infinity]);
      const closed = await inChat().filter(({ unreadable, content }) => unreadable === 'untrusted_identity' && content.sender?.identifier === identifier).toArray();
      if (closed.length === 0) return;
      await sealer.openAll(closed.map(({ content }) => content), (opened, commit) => write(async ({ lose }) => {
        const here = await db.messages.bulkGet(closed.map(({ id }) => id));
        const now = here.flatMap((row, index) => {
          const { content, fault } = opened[index]!;
          if (!row?.unreadable) return [];
          const { unreadable: _, ...kept } = row;
          if (!fault) return [{ ...kept, content }];
          if (!isUnreadableReason(fault.code)) return [];
          if (unreadableReasons[fault.code].remedy === 'repair') lose();
          return [{ ...row, unreadable: fault.code }];
        });
        await db.messages.bulkPut(now);
        await refold(db, conversationId, now.map(({ id }) => id));
        await commit();
      }));
    },
    forget: (conversationId, ids) => db.transaction('rw', db.messages, db.conversations, db.files, async () => {
      const rows = (await db.messages.bulkGet([...ids])).filter((message) => message !== undefined && message.conversationId === conversationId && !message.loading);
      const gone = rows.map((message) => message!.id);
      await Promise.all([db.messages.bulkDelete(gone), db.files.bulkDelete(gone)]);
      const conversation = await db.conversations.get(conversationId);
      if (!conversation) return;
      const seen = countUnread(rows.map((message) => message!));
      const last = await db.messages.where('[conversationId+order]').between([conversationId, -Infinity], [conversationId, Infinity]).last();
      await db.conversations.put({
        ...conversation, unread: conversation.unread - seen.unread, mentions: conversation.mentions - seen.mentions, preview: last ? previewOf(last) : '',
      });
    }),
    async storeConversations(conversations, before) {
      const known = new Map(before.map((row) => [row.conversionId, row]));
      // Most are as they were, and what is not written needs no room.
      const changed = conversations.filter(({ conversionId, ...told }) => {
        const here = known.get(conversionId);
        return here && Object.entries(told).some(([field, value]) => JSON.stringify(value) !== JSON.stringify(here[field as keyof Conversation]));
      });
      if (changed.length === 0) return;
      const isAsBefore = async (id: string) => JSON.stringify(await db.conversations.get(id)) === JSON.stringify(known.get(id));
      await db.transaction('rw', db.conversations, db.messages, async () => {
        for (const conversation of changed) if (await isAsBefore(conversation.conversionId)) await putConversation(conversation, {}, now());
      });
    },
    storeConversation: (conversation, group) => db.transaction('rw', db.conversations, db.messages, db.members, async () => {
      // What was left while the answer was on its way stays gone.
      if (!await db.conversations.get(conversation.conversionId)) return;
      await putConversation(conversation, {}, now());
      if (group) await putGroup(db, group);
    }),
  };
}

function commandOf({ kind, target, by, ...kept }: ChangeRow, row: Row): Command {
  return { ...kept, sealed: true, cmdId: kind, actor: by, targets: [target], at: row.timestamp, seq: row.seq, order: row.seq };
}

/** 0 is told while it is nobody's business. */
const furthest = (here = 0, told?: number): number => (told === undefined ? here : told === 0 ? 0 : Math.max(here, told));
