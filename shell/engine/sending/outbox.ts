// Sends what the user wrote: saved first, in order per conversation, once.
import { type AccountDb, type ConversationRow, type CopyFailure, type OutboxRow, pendingOrder, type UploadResume } from '@amber/client/db';
import type { EngineEvent } from '@amber/client/bus';
import type { Api, Content, Device, Row, SendMessageReply } from '@amber/proto';
import { readFile } from '@amber/proto/bodies';
import { decode } from '@amber/proto/codec';
import type { CommandBodies, MessageCommandId } from '@amber/proto/systemCommands';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { isUnreadableReason } from '@amber/proto/unreadable';
import { type Observable, type SchedulerLike, Subject, type Subscription, timer } from 'rxjs';
import { refold } from '../receiving/changes.ts';
import { newContent } from './content.ts';
import { noteRelease, uriOf } from '../files/fileReleases.ts';
import type { Inbox } from '../receiving/inbox.ts';
import { createPatience } from '../kit/patience.ts';
import { previewOf } from '../receiving/preview.ts';
import { isSealed } from '../people/privateChats.ts';
import type { SealedCopies, Sealer } from '../sealing/sealer.ts';
import { putLocalLine } from '../news/commands.ts';

/** What others may want to know of the outbox, told when it is stored. The outbox does not know who listens. */
export type OutboxNews =
  /** The gateway has taken something. */
  | { type: 'taken' }
  /** The answer to a send shows that something before it has not arrived yet. */
  | { type: 'gap' }
  /** The gateway has said that these people have other devices now; they are in `bundles`. */
  | { type: 'devicesChanged'; identifiers: string[] }
  /** There are messages whose files have to be uploaded. */
  | { type: 'uploadWaiting' }
  /** One of them was discarded; `resume` is how far its upload had come. */
  | { type: 'uploadDropped'; id: string; resume: UploadResume | undefined }
  /** A message was discarded whose file, if it has one, has been uploaded. */
  | { type: 'discarded' };

export interface Outbox {
  news$: Observable<OutboxNews>;
  /**
   * Saves the message, so that it is on screen, and starts sending. A second call with the same id does nothing.
   * With a file it waits for the upload, and so does what is written after it in this conversation.
   * @throws Fault TOO_LARGE; NOT_MEMBER where there is no such conversation any more.
   */
  send(message: { id: string; conversationId: string; type: string; body: object }, file?: Blob): Promise<void>;
  /** Sends what waits in a conversation. */
  start(conversationId: string): void;
  /** Takes a message out of the queue as failed; what has waited for it is not started. */
  fail(id: string, conversationId: string, fault: Fault): Promise<void>;
  /** Saves a system command and starts sending. What it changes in messages is on screen at once. @throws Fault NOT_MEMBER, as above. */
  command<Id extends MessageCommandId>(command: {
    id: string; conversationId: string; cmdId: Id; targets?: string[]; body: CommandBodies[Id];
  }): Promise<void>;
  /** Puts a failed message back into the queue; `plain`: it may go unencrypted where it cannot be helped. */
  retry(id: string, options?: { plain: boolean }): Promise<void>;
  /** Puts those back that have failed with this fault in a conversation. */
  retryFailed(conversationId: string, fault: string): Promise<void>;
  /** Removes a message that was not sent; an upload is called off. */
  discard(id: string): Promise<void>;
  /** Sends what waits; called when the connection is back. */
  flush(): Promise<void>;
  /** Resolves when nothing is on its way to the gateway any more. */
  idle(): Promise<void>;
  /** Sends nothing after what is on its way. */
  close(): void;
}

interface OutboxPorts {
  db: AccountDb;
  api: Api;
  inbox: Inbox;
  sealer: Sealer;
  /** What is done in this chat with a copy that cannot be sealed. */
  ruleOf(conversation: ConversationRow): Promise<'always' | 'ask' | 'never'>;
  me: Device;
  clock: SchedulerLike;
  say(event: EngineEvent): void;
  /** Runs work on rows after what is under way: a sync may know of the same command. */
  inTurn<T>(run: () => Promise<T>): Promise<T>;
  /** Whether the socket stands. While it does not, what waits is sent when it is back. */
  connected(): boolean;
}

/** What the outbox holds, with what it takes to send it. */
interface Waiting {
  id: string;
  /** Absent when its message is gone. */
  content: Content | undefined;
  mayBePlain: boolean;
  conversation: ConversationRow | undefined;
  devices: Device[];
}

/** Told at once beside the message: what to do about it lies elsewhere. */
const toldFaults: ReadonlySet<string> = new Set(['PRIVATE_CLOSED', 'NOT_MEMBER']);

/** What becomes of a message of which a copy cannot be sealed, where it may not go plain. */
const refusals = { ask: 'UNENCRYPTED_ASK', never: 'UNENCRYPTED_NEVER' } as const;

const toCopyFailure = ({ device: { identifier, deviceId }, fault: { code } }: SealedCopies['plain'][number]): CopyFailure =>
  ({ identifier, deviceId, reason: isUnreadableReason(code) ? code : 'bad_mac' });

/** A copy without words: the device learns that there is something that was not sealed for it. */
const withheld = (content: Content, to: Device): Content => ({ ...content, message: '', encrypted: false, to });

/**
 * For the rows of one conversation, oldest first: whether one may go now. What is written after a file waits until that is
 * uploaded, has failed or is discarded. A command does not, unless it is about something that waits itself.
 */
function mayGo(): (row: OutboxRow) => boolean {
  const held = new Set<string>();
  return ({ id, upload, content }) => {
    const waits = upload === 1 || (content ? content.targets.some((target) => held.has(target)) : held.size > 0);
    if (waits) held.add(id);
    return !waits;
  };
}

const isChange = (cmdId: string): cmdId is 'withdraw' | 'edit' | 'reaction' => cmdId === 'withdraw' || cmdId === 'edit' || cmdId === 'reaction';

/** What a person writes in a group is anonymous when both that person and the group want it. */
export const isAnonymous = (conversation: ConversationRow | undefined): boolean =>
  conversation?.type === 'group' && conversation.userSetting?.anonymous === true && conversation.groupSetting?.supportAnonymous === true;

/** JSON writes some letters as two. */
const longest = limits.textMax * 2;

/** How often a message is sealed anew for a device list that turns out to be stale again. */
const deviceRounds = 3;

export function createOutbox({ db, api, inbox, sealer, ruleOf, me, clock, say, inTurn, connected }: OutboxPorts): Outbox {
  const news$ = new Subject<OutboxNews>();
  const queues = new Map<string, Promise<void>>();
  const tryingLater = new Map<string, Subscription>();
  /** Conversations whose next message failed as nobody foresaw: nothing overtakes it, and nothing hurries it. */
  const pausing = new Map<string, Subscription>();
  const patience = createPatience();
  let closed = false;
  let lastOrder = 0;

  const waitingIn = (conversationId: string) =>
    db.outbox.where('[conversationId+order]').between([conversationId, -Infinity], [conversationId, Infinity]);

  /**
   * After all that waits there, even if the device's clock has been set back since; and whether nothing does.
   * To be called inside a transaction that holds `outbox`.
   */
  async function nextPlace(conversationId: string): Promise<{ order: number; isFirst: boolean }> {
    const last = await waitingIn(conversationId).last();
    lastOrder = Math.max(lastOrder + 1, (last?.order ?? 0) + 1, pendingOrder(clock.now()));
    return { order: lastOrder, isFirst: last === undefined };
  }

  /**
   * The queue of one conversation: what is asked for while it runs, runs after it. `first` is what it begins with, where
   * that is known and nothing runs.
   */
  function drain(conversationId: string, first?: Waiting): Promise<void> {
    const before = queues.get(conversationId);
    const run = before ? before.then(() => sendAll(conversationId)) : sendAll(conversationId, first);
    queues.set(conversationId, run);
    return run.finally(() => {
      if (queues.get(conversationId) === run) queues.delete(conversationId);
    });
  }

  /** Until nothing waits. A database that fails is tried later, like a network that does. */
  async function sendAll(conversationId: string, first?: Waiting): Promise<void> {
    try {
      if (pausing.has(conversationId)) return;
      let next = first ?? await readNext(conversationId);
      while (!closed && next && !pausing.has(conversationId)) {
        await sendOne(conversationId, next);
        next = await readNext(conversationId);
      }
    } catch (thrown) {
      const { kind, code } = Fault.of(thrown);
      if (!closed && kind !== 'session' && code !== 'SIGNED_OUT') tryLater(conversationId);
    }
  }

  /** The oldest of a conversation that may go, with what it takes to send it, read in one transaction. */
  const readNext = (conversationId: string): Promise<Waiting | undefined> =>
    db.transaction('r', db.outbox, db.messages, db.conversations, db.bundles, async () => {
      const next = await waitingIn(conversationId).filter(mayGo()).first();
      if (!next) return undefined;
      const [message, conversation] = await Promise.all([db.messages.get(next.id), db.conversations.get(conversationId)]);
      const content = next.content ?? message?.content;
      return { id: next.id, content, mayBePlain: next.plain === 1, conversation, devices: conversation ? await devicesOf(conversation) : [] };
    });

  /**
   * One that the gateway refuses for good is marked, and the next may go; so is one that failed too often as nobody
   * foresaw. @throws whatever else stood in the way: it keeps its place.
   */
  async function sendOne(conversationId: string, { id, content, mayBePlain, conversation, devices }: Waiting): Promise<void> {
    if (!content) {
      await db.outbox.delete(id);
      return;
    }
    let reply: SendMessageReply;
    try {
      reply = await deliver(content, conversation, devices, mayBePlain);
    } catch (thrown) {
      const fault = Fault.of(thrown);
      const pause = fault.kind === 'unforeseen' ? patience.pauseFor(id) : undefined;
      if (pause !== undefined) return pauseFor(conversationId, pause);
      if (fault.kind !== 'unforeseen' && fault.kind !== 'business') throw thrown;
      patience.forget(id);
      return content.cmdId ? undo(content, conversationId, fault) : fail(id, conversationId, fault);
    }
    patience.forget(id);
    await settle(conversation, content, reply);
  }

  function pauseFor(conversationId: string, pause: number): void {
    if (closed) return;
    pausing.set(conversationId, timer(pause, clock).subscribe(() => {
      pausing.delete(conversationId);
      start(conversationId);
    }));
  }

  /** The message stays in the queue: while the socket stands the timer brings it back, else the reconnect does. */
  function tryLater(conversationId: string): void {
    if (!connected() || tryingLater.has(conversationId)) return;
    tryingLater.set(conversationId, timer(limits.reconnectEvery, clock).subscribe(() => {
      tryingLater.delete(conversationId);
      start(conversationId);
    }));
  }

  /**
   * The copies of a content. What cannot be sealed goes plain as the chat's setting says, which is noted before it goes;
   * system commands never do. @throws Fault UNENCRYPTED_ASK, UNENCRYPTED_NEVER, and those of `Sealer.sealAll`.
   */
  async function seal(written: Content, conversation: ConversationRow, devices: Device[], mayBePlain: boolean): Promise<Content[]> {
    const { copies, plain, dropped } = await sealer.sealAll({ ...written, encrypted: true }, devices);
    const without = dropped.map(({ device }) => withheld(written, device));
    if (plain.length === 0) return [...copies, ...without];
    if (written.cmdId) return [...copies.filter(({ encrypted }) => encrypted), ...plain.map(({ device }) => withheld(written, device)), ...without];
    const rule = mayBePlain ? 'always' : await ruleOf(conversation);
    const unsealed = plain.map(toCopyFailure);
    if (rule !== 'always') {
      await db.messages.update(written.id, { unsealed });
      throw new Fault(refusals[rule]);
    }
    await notePlain(written, conversation, unsealed);
    return [...copies, ...without];
  }

  /** On the message, and once a day as a line of the chat. What has gone plain once stays marked. */
  async function notePlain({ id }: Content, { conversionId: conversationId }: ConversationRow, failed: CopyFailure[]): Promise<void> {
    const at = clock.now();
    const lineId = `plainSent ${conversationId} ${new Date(at).toISOString().slice(0, 10)}`;
    await db.transaction('rw', db.messages, async () => {
      const message = await db.messages.get(id);
      if (!message) return;
      const before = (message.plainCopies ?? []).filter((one) => !failed.some(({ deviceId }) => deviceId === one.deviceId));
      await db.messages.update(id, { plainCopies: [...before, ...failed] });
      if (!await db.messages.get(lineId)) await putLocalLine(db, { id: lineId, conversationId, cmdId: 'plainSent', actor: me.identifier, at });
    });
  }

  /** One content to the gateway; a stale device list is mended and the same id sent again. */
  async function deliver(written: Content, conversation: ConversationRow | undefined, devices: Device[], mayBePlain: boolean) {
    if (!conversation) throw new Fault('NOT_MEMBER');
    const { type, spaceId, conversionId: conversationId } = conversation;
    const send = type === 'private' ? api.message.sendPrivateMessage : api.message.sendGroupMessage;
    const sealed = isSealed(conversation, me);
    if (!written.cmdId && written.encrypted !== sealed) await db.messages.update(written.id, { 'content.encrypted': sealed });
    for (let round = 1; ; round += 1) {
      const content = sealed ? await seal(written, conversation, devices, mayBePlain) : [{ ...written, encrypted: false }];
      try {
        return await send({ id: written.id, conversation: { spaceId, conversationId, conversationType: type }, content });
      } catch (thrown) {
        const fault = Fault.of(thrown);
        if (fault.code !== 'DEVICES_CHANGED' || !fault.data || round === deviceRounds) throw thrown;
        await mendDevices(fault.data);
        devices = await devicesOf(conversation);
      }
    }
  }

  /** Every device of the chat's people but this one, as far as it is known. */
  async function devicesOf(conversation: ConversationRow): Promise<Device[]> {
    const people = [me.identifier, ...conversation.userInfo.map((user) => user.identifier)];
    const known = await db.bundles.where('identifier').anyOf(people).toArray();
    return known.filter((device) => device.deviceId !== me.deviceId);
  }

  async function mendDevices(data: Uint8Array): Promise<void> {
    const { missing, extra } = decode('DevicesChanged', data);
    await db.transaction('rw', db.bundles, async () => {
      await db.bundles.bulkDelete(extra.map(({ identifier, deviceId }) => [identifier, deviceId]));
      await db.bundles.bulkPut(missing);
    });
    news$.next({ type: 'devicesChanged', identifiers: [...new Set([...missing, ...extra].map(({ identifier }) => identifier))] });
  }

  /** The gateway has it: it goes the way of every row. Anything between has still to come. */
  async function settle(conversation: ConversationRow | undefined, written: Content, reply: SendMessageReply): Promise<void> {
    if (!conversation) return;
    const { conversionId: conversationId, type: conversationType } = conversation;
    const { epoch, seq, timestamp } = reply;
    const row: Row = {
      conversationId, conversationType, epoch, seq, prevSeq: seq - 1, id: written.id, sender: me, timestamp,
      copy: isSealed(conversation, me) ? 'acked' : 'open', content: null,
    };
    const store = () => inbox.settleOwn(row, reply.content ?? written);
    if (!await (written.cmdId ? inTurn(store) : store())) news$.next({ type: 'gap' });
    news$.next({ type: 'taken' });
  }

  const fail: Outbox['fail'] = async (id, conversationId, fault) => {
    await db.transaction('rw', db.messages, db.outbox, async () => {
      await db.outbox.delete(id);
      await db.messages.update(id, { loading: false, pending: false, error: 'error', fault: fault.code });
      if (fault.code === 'BLOCKED') await putLocalLine(db, { id: `blocked ${id}`, conversationId, cmdId: 'blocked', actor: me.identifier, at: clock.now() });
    });
    if (toldFaults.has(fault.code)) say({ type: 'toast', tone: 'error', text: fault.message });
  };

  /** A command that was refused never was. */
  const undo = async ({ id, targets }: Content, conversationId: string, fault: Fault): Promise<void> => {
    await db.transaction('rw', db.messages, db.outbox, db.changes, db.conversations, db.files, async () => {
      await db.outbox.delete(id);
      await db.changes.delete(id);
      await refold(db, conversationId, targets);
    });
    say({ type: 'toast', tone: 'error', text: fault.message });
  };

  const start = (conversationId: string, first?: Waiting): void => void drain(conversationId, first);

  async function retry(id: string, { plain = false } = {}): Promise<void> {
    const queued = await db.transaction('rw', db.messages, db.outbox, db.files, async () => {
      const [message, file] = await Promise.all([db.messages.get(id), db.files.get(id)]);
      if (!message?.error) return undefined;
      const { order } = await nextPlace(message.conversationId);
      const { unsealed: _, ...kept } = message;
      const pending = readFile(message.content)?.file.uri === '';
      await db.messages.put({ ...kept, loading: true, pending, error: '', fault: '', order });
      await db.outbox.put({
        id, conversationId: message.conversationId, order,
        ...(plain && { plain: 1 as const }),
        ...(pending && { upload: 1 as const }),
        ...(pending && file?.resume && { resume: file.resume }),
      });
      return { conversationId: message.conversationId, pending };
    });
    if (queued?.pending) news$.next({ type: 'uploadWaiting' });
    else if (queued) start(queued.conversationId);
  }

  return {
    news$,
    async send({ id, conversationId, type, body }, blob) {
      const now = clock.now();
      const written = newContent({ id, type, message: JSON.stringify(body), sender: me, timestamp: now });
      if (written.message.length > longest) throw new Fault('TOO_LARGE');
      // A text does not wait for the writing of files, nor does a file take the text that is being written with it.
      const first = await db.transaction('rw', [db.messages, db.outbox, db.conversations, db.bundles, blob ? db.files : db.drafts], async () => {
        const [here, conversation] = await Promise.all([db.messages.get(id), db.conversations.get(conversationId)]);
        if (here) return undefined;
        // Left a moment ago: nothing of it may come back.
        if (!conversation) throw new Fault('NOT_MEMBER');
        const content = { ...written, anonymous: isAnonymous(conversation), encrypted: isSealed(conversation, me) };
        const { order, isFirst } = await nextPlace(conversationId);
        const [devices] = await Promise.all([
          devicesOf(conversation),
          db.messages.add({
            id, conversationId, content, loading: true, pending: blob !== undefined, error: '', fault: '',
            createdAt: now, isRead: true, seq: 0, order, copy: 'open',
          }),
          db.outbox.add({ id, conversationId, order, ...(blob && { upload: 1 as const }) }),
          db.conversations.update(conversationId, { sortTime: now, preview: previewOf({ content }), status: 'normal' }),
          blob ? db.files.add({ id, key: '', state: 'upload', blob, usedAt: now }) : db.drafts.delete(conversationId),
        ]);
        return isFirst ? { id, content, mayBePlain: false, conversation, devices } : undefined;
      });
      if (blob) news$.next({ type: 'uploadWaiting' });
      else start(conversationId, first);
    },
    start,
    fail,
    async command({ id, conversationId, cmdId, targets = [], body }) {
      const now = clock.now();
      const message = JSON.stringify(body);
      // What goes between own devices is cut to size where it is made.
      if (cmdId !== 'syncHistory' && message.length > longest) throw new Fault('TOO_LARGE');
      await db.transaction('rw', db.messages, db.outbox, db.conversations, db.changes, db.files, async () => {
        if (await db.outbox.get(id) || await db.changes.get(id)) return;
        const [conversation, target] = await Promise.all([db.conversations.get(conversationId), targets[0] ? db.messages.get(targets[0]) : undefined]);
        if (!conversation) throw new Fault('NOT_MEMBER');
        const anonymous = cmdId === 'withdraw' || cmdId === 'edit' ? target?.content.anonymous === true
          : cmdId === 'reaction' || cmdId === 'slap' ? isAnonymous(conversation) : false;
        const content = newContent({ id, type: cmdId, cmdId, targets, message, sender: me, timestamp: now, anonymous });
        const { order } = await nextPlace(conversationId);
        await db.outbox.add({ id, conversationId, order, content });
        if (isChange(cmdId) && targets[0]) {
          await db.changes.add({ id, conversationId, target: targets[0], kind: cmdId, by: me.identifier, at: now, message, seq: 0, order });
          await refold(db, conversationId, targets);
        }
      });
      start(conversationId);
    },
    retry,
    async retryFailed(conversationId, fault) {
      const failed = await db.messages.where('[conversationId+order]').between([conversationId, pendingOrder(0)], [conversationId, Infinity])
        .filter((message) => message.error === 'error' && message.fault === fault).primaryKeys();
      for (const id of failed) await retry(id);
    },
    async discard(id) {
      const dropped = await db.transaction('rw', db.messages, db.outbox, db.files, db.identity, async () => {
        const [message, waiting, file] = await Promise.all([db.messages.get(id), db.outbox.get(id), db.files.get(id)]);
        // What is on its way to the gateway cannot be caught any more; what has still to be uploaded can.
        if (!message || message.seq > 0 || (message.loading && waiting?.upload !== 1)) return undefined;
        await Promise.all([db.messages.delete(id), db.outbox.delete(id), db.files.delete(id)]);
        const resume = waiting?.resume ?? file?.resume;
        await noteRelease(db, resume?.name ?? uriOf(message));
        return { isUpload: file?.state === 'upload', conversationId: message.conversationId, resume };
      });
      if (!dropped) return;
      if (!dropped.isUpload) return news$.next({ type: 'discarded' });
      news$.next({ type: 'uploadDropped', id, resume: dropped.resume });
      start(dropped.conversationId);
    },
    async flush() {
      const waiting = await db.outbox.toArray();
      if (waiting.some((row) => row.upload)) news$.next({ type: 'uploadWaiting' });
      await Promise.all([...new Set(waiting.map((row) => row.conversationId))].map((conversationId) => drain(conversationId)));
    },
    async idle() {
      await Promise.all(queues.values());
    },
    close() {
      closed = true;
      for (const waits of [tryingLater, pausing]) waits.forEach((wait) => wait.unsubscribe());
    },
  };
}
