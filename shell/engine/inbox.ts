// Takes what the gateway says of a conversation into the database: once, in order, then acknowledges it.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb, ChangeRow, ConversationRow, CursorRow, MessageRow } from '@amber/client/db';
import { countUnread } from '@amber/client/unread';
import type { Content, Conversation, Device, Member, Row, SyncReply_Part } from '@amber/proto';
import { readText } from '@amber/proto/bodies';
import { withChanges } from './changes.ts';
import { newContent } from './content.ts';
import { addGap } from './cursor.ts';
import { isOwnChat, takeControl } from './ownHistory.ts';
import { previewOf } from './preview.ts';
import { handlingOf } from './protocolTypes.ts';
import type { Sealer } from './sealer.ts';
import { beginAnew, carryOut, type Command, isShown, rowTables } from './system.ts';

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
  /** The same for an answer about one conversation that is here, which says nothing of rows; `members` are all of a group's. */
  storeConversation(conversation: Conversation, members?: readonly Member[]): Promise<void>;
  /** Removes messages from this device. They do not come back: the cursor is past them. */
  forget(conversationId: string, ids: readonly string[]): Promise<void>;
}

interface InboxPorts {
  db: AccountDb;
  sealer: Sealer;
  me: Device;
  now(): number;
  say(event: EngineEvent): void;
  refreshGroup(conversationId: string): void;
}

interface Placed {
  row: Row;
  content: Content;
}

export function createInbox({ db, sealer, me, now, say, refreshGroup }: InboxPorts): Inbox {
  const isMine = (row: Row) => row.sender?.identifier === me.identifier;

  function toMessage({ row, content }: Placed, readSeq: number): MessageRow {
    // What was taken back before it came has nothing to read.
    const isRead = isMine(row) || row.seq <= readSeq || content.message === '';
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

  const toCommand = ({ row, content }: Placed): Command => ({
    id: row.id,
    conversationId: row.conversationId,
    cmdId: content.cmdId,
    actor: row.sender?.identifier ?? '',
    targets: content.targets,
    message: content.message,
    at: row.timestamp,
    seq: row.seq,
    order: row.seq,
  });

  // Opened before the transaction: IndexedDB ends one that waits for anything but itself.
  const openAll = (rows: readonly Row[]) => Promise.all(rows.map((row) => (row.content ? sealer.open(row.content) : null)));

  /** Runs work in one transaction over all that a row may write; its news are told when it has committed. */
  async function write<T>(work: (tell: (event: EngineEvent) => void, refresh: (conversationId: string) => void) => Promise<T>): Promise<T> {
    let news: EngineEvent[] = [];
    let groups = new Set<string>();
    const result = await db.transaction('rw', rowTables(db), async () => {
      [news, groups] = [[], new Set()];
      return work((event) => news.push(event), (conversationId) => groups.add(conversationId));
    });
    news.forEach(say);
    groups.forEach(refreshGroup);
    return result;
  }

  interface Writing {
    tell(event: EngineEvent): void;
    refresh(conversationId: string): void;
    fromHistory?: boolean;
  }

  /** Writes rows of one conversation. To be called inside `write`. */
  async function put(rows: readonly Row[], opened: readonly (Content | null)[], { tell, refresh, fromHistory = false }: Writing): Promise<void> {
    const [{ conversationId } = { conversationId: '' }] = rows;
    const ids = rows.map(({ id }) => id);
    const [existing, waiting, changes, conversation] = await Promise.all([
      db.messages.bulkGet(ids), db.outbox.bulkGet(ids), db.changes.bulkGet(ids), db.conversations.get(conversationId),
    ]);
    const readSeq = conversation?.readSeq ?? 0;
    const messages: MessageRow[] = [];
    const commands: Command[] = [];
    const controls: Placed[] = [];
    rows.forEach((row, index) => {
      // What this device sealed for others comes back to it without content.
      const content = opened[index] ?? waiting[index]?.content ?? null;
      const handling = handlingOf({ ...row, content });
      const here = existing[index];
      if (handling === 'command') commands.push(toCommand({ row, content: content! }));
      else if (handling === 'control') controls.push({ row, content: content! });
      else if (here) messages.push(settled(here, row));
      else if (!content && changes[index]) commands.push(commandOf(changes[index], row));
      else messages.push(toMessage({ row, content: content ?? newContent({ id: row.id, sender: row.sender, timestamp: row.timestamp }) }, readSeq));
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
    for (const command of commands) await carryOut(command, { db, me, say: tell, refreshGroup: refresh }, { fromHistory });
  }

  /** Whether this device stands right before this place, or beyond it. */
  const reaches = (cursor: CursorRow | undefined, { epoch, prevSeq }: Pick<Row, 'epoch' | 'prevSeq'>): cursor is CursorRow =>
    cursor?.epoch === epoch && cursor.seq >= prevSeq;

  /** Stores what follows the cursor, and moves it. To be called inside `write`. */
  async function append(rows: readonly Row[], opened: readonly (Content | null)[], writing: Writing): Promise<CursorRow | null> {
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
    const opened = await openAll(rows);
    return write((tell, refresh) => append(rows, opened, { tell, refresh }));
  };

  /** The conversation's row as the gateway has it now, beside what this device keeps. To be called inside a transaction. */
  async function putConversation(conversation: Conversation, told: Partial<Pick<SyncReply_Part, 'readSeq' | 'peerReadSeq' | 'peerDeliveredSeq'>>, sortTime: number) {
    const { conversionId } = conversation;
    const here = await db.conversations.get(conversionId);
    const readSeq = told.readSeq ?? 0;
    const row: ConversationRow = {
      sortTime,
      preview: '',
      unread: 0,
      mentions: 0,
      ...here,
      ...conversation,
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
      const opened = await openAll(rows);
      await write(async (tell, refresh) => {
        const cursor = await db.cursors.get(conversationId);
        if (!cursor) return;
        const isMissing = (seq: number) => (cursor.gaps ?? []).some(({ after, before }) => seq > after && seq < before);
        const fresh = rows.flatMap((row, index) => (row.epoch === cursor.epoch && isMissing(row.seq) ? [index] : []));
        if (fresh.length > 0) await put(fresh.map((index) => rows[index]!), fresh.map((index) => opened[index]!), { tell, refresh, fromHistory: true });
        await db.cursors.put(moveGaps(cursor));
      });
    },
    settleOwn: (row, content) => write(async (tell, refresh) => {
      const cursor = await append([row], [content], { tell, refresh });
      await db.outbox.delete(row.id);
      if (cursor) return true;
      // Its row comes with what is missing before it; until then it shows where it will stand.
      const [message, change] = await Promise.all([db.messages.get(row.id), db.changes.get(row.id)]);
      if (message) await db.messages.put(settled(message, row));
      if (change) await carryOut(commandOf(change, row), { db, me, say: tell, refreshGroup: refresh });
      return false;
    }),
    async storePart({ conversation, epoch, lastSeq, joinedSeq, rows, ...told }, isLast) {
      if (!conversation) return;
      const { conversionId: conversationId } = conversation;
      const opened = await openAll(rows);
      await write(async (tell, refresh) => {
        await putConversation(conversation, told, rows.at(-1)?.timestamp ?? now());
        const here = await db.cursors.get(conversationId);
        const [first] = rows;
        if (here?.epoch === epoch && here.seq < joinedSeq) await beginAnew(db, conversationId, joinedSeq + 1);
        if (first) await db.cursors.put(addGap(here, { conversationId, epoch, joinedSeq, first }));
        // Without rows there is none for this device to see; while there is more to come, the reply had no room for them.
        // A place that it has is moved by rows alone.
        else if (isLast && here?.epoch !== epoch) await db.cursors.put({ conversationId, epoch, seq: lastSeq });
        if (first) await append(rows, opened, { tell, refresh });
      });
    },
    forget: (conversationId, ids) => db.transaction('rw', db.messages, db.conversations, async () => {
      const rows = (await db.messages.bulkGet([...ids])).filter((message) => message !== undefined && message.conversationId === conversationId && !message.loading);
      await db.messages.bulkDelete(rows.map((message) => message!.id));
      const conversation = await db.conversations.get(conversationId);
      if (!conversation) return;
      const gone = countUnread(rows.map((message) => message!));
      const last = await db.messages.where('[conversationId+order]').between([conversationId, -Infinity], [conversationId, Infinity]).last();
      await db.conversations.put({
        ...conversation, unread: conversation.unread - gone.unread, mentions: conversation.mentions - gone.mentions, preview: last ? previewOf(last) : '',
      });
    }),
    storeConversation: (conversation, members) => db.transaction('rw', db.conversations, db.messages, db.members, async () => {
      // What was left while the answer was on its way stays gone.
      if (!await db.conversations.get(conversation.conversionId)) return;
      await putConversation(conversation, {}, now());
      if (!members) return;
      await db.members.where({ conversionId: conversation.conversionId }).delete();
      await db.members.bulkPut([...members]);
    }),
  };
}

function commandOf({ kind, target, by, ...kept }: ChangeRow, row: Row): Command {
  return { ...kept, cmdId: kind, actor: by, targets: [target], at: row.timestamp, seq: row.seq, order: row.seq };
}

/** 0 is told while it is nobody's business. */
const furthest = (here = 0, told?: number): number => (told === undefined ? here : told === 0 ? 0 : Math.max(here, told));

/**
 * Marks what has arrived up to this place as read and returns how many unread are left, and how many of them mention me.
 * To be called inside a transaction that holds `messages`.
 */
export async function markRead(db: AccountDb, conversationId: string, seq: number): Promise<{ unread: number; mentions: number }> {
  const waiting = await db.messages.where('[conversationId+unread]').equals([conversationId, 1]).toArray();
  const [seen, left] = [waiting.filter((message) => message.seq <= seq), waiting.filter((message) => message.seq > seq)];
  await db.messages.bulkPut(seen.map(({ unread, mention, ...message }) => ({ ...message, isRead: true })));
  return countUnread(left);
}
