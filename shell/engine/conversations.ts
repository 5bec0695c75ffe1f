// What one account's engine does: the socket, the outbox, the inbox, kept in step.
import type { Connection, EngineEvent } from '@amber/client/bus';
import { type AccountDb, openAccountDb } from '@amber/client/db';
import type { Conversation_UserSetting, Device, Notify, Row } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { auditTime, type BehaviorSubject, Subject } from 'rxjs';
import { type Arrival, createInbox, markRead } from './inbox.ts';
import type { Http, TokenHolder } from './http.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { EnginePorts } from './ports.ts';
import { plainSealer } from './sealer.ts';
import { createSocket, type Push } from './socket.ts';
import { createSync } from './sync.ts';

/** How long acknowledgements are gathered before one command carries them. */
const ackAfter = 50;

export interface Conversations {
  db: AccountDb;
  connection$: BehaviorSubject<Connection>;
  outbox: Outbox;
  openPrivateChat(identifier: string): Promise<{ conversationId: string }>;
  createGroup(group: { requestId: string; name: string; identifiers: string[] }): Promise<{ conversationId: string }>;
  refreshGroup(conversationId: string): Promise<void>;
  changeSetting(conversationId: string, setting: Partial<Conversation_UserSetting>): Promise<void>;
  hideConversation(conversationId: string): Promise<void>;
  setTyping(conversationId: string, typing: boolean): Promise<void>;
  markRead(conversationId: string, seq: number): Promise<void>;
  saveDraft(conversationId: string, text: string): Promise<void>;
  reconnect(): void;
  close(): Promise<void>;
}

interface ConversationsPorts extends EnginePorts, TokenHolder {
  http: Http;
  me: Device;
  say(event: EngineEvent): void;
  /** The gateway has ended this device's session. */
  signedOut(): void;
}

/** Runs one signed-in account until it is closed. */
export function createConversations(ports: ConversationsPorts): Conversations {
  const { http: { api }, me, clock, say } = ports;
  const db = openAccountDb(me.identifier, ports.databases);
  const sealer = plainSealer;
  const inbox = createInbox({ db, sealer, me });

  const arrived = (arrivals: Arrival[]) => arrivals.forEach((arrival) => say({ type: 'messageArrived', ...arrival }));

  const warn = (text: string) => (thrown: unknown) => {
    say({ type: 'log', level: 'warn', text: `${text}: ${Fault.of(thrown).code}` });
  };

  // One thing at a time: pushes and catching up write the same cursors.
  let work: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const result = work.then(run);
    work = result.catch(() => {});
    return result;
  };

  const sync = createSync({ db, api, inbox, now: () => clock.now(), arrived });
  let nextSync: Promise<void> | undefined;
  /** Shared by all who ask before it begins; whoever asks later may know of something that its answer does not hold. */
  const catchUp = (): Promise<void> => nextSync ??= inTurn(() => {
    nextSync = undefined;
    return sync();
  });
  const gap = () => void catchUp().catch(warn('catching up failed'));

  const socket = createSocket({
    url: `${ports.origin.replace(/^http/, 'ws')}/gateway/socket`,
    clock,
    openSocket: ports.openSocket,
    refresh: ports.refresh,
    credentials: () => ({
      token: ports.token(), appId: limits.appId, deviceId: me.deviceId, platform: 'web', id: crypto.randomUUID(),
    }),
  });

  const outbox = createOutbox({
    db, api, sealer, me, clock, gap, connected: () => socket.connection$.value.status === 'open',
  });

  const acks$ = new Subject<void>();
  const unacknowledged = new Map<string, { conversationId: string; epoch: number; seq: number }>();

  async function receiveRow(row: Row): Promise<void> {
    const stored = await inbox.store([row]);
    if (!stored) return gap();
    arrived(stored.arrivals);
    // After the commit, never before: what is acknowledged may be forgotten by the gateway.
    unacknowledged.set(row.conversationId, stored.cursor);
    acks$.next();
  }

  async function tellRead(conversationId: string, seq: number): Promise<void> {
    await api.message.read({ conversationId, seq });
    await db.conversations.where({ conversionId: conversationId }).modify((row) => { row.toldSeq = Math.max(row.toldSeq, seq); });
  }

  /** What was read while nobody could be told. */
  async function tellAllRead(): Promise<void> {
    const untold = await db.conversations.filter(({ readSeq, toldSeq }) => readSeq > toldSeq).toArray();
    for (const { conversionId, readSeq } of untold) await tellRead(conversionId, readSeq);
  }

  const typing = (isTyping: boolean) => ({ conversationId, identifier }: Notify) =>
    say({ type: 'typing', conversationId, identifier, typing: isTyping });
  const unhandled = ({ type }: Notify) => say({ type: 'log', level: 'info', text: `a notice that this version does not handle: ${type}` });

  const notified: { [Type in Notify['type']]: (notify: Notify) => void } = {
    conversationChanged: gap,
    read: gap,
    signedOut: () => ports.signedOut(),
    registryChanged: ({ seq: revision }) => say({ type: 'registryChanged', revision }),
    command: ({ cmdId, identifier, conversationId, body }) => say({ type: 'command', cmdId, identifier, conversationId, body }),
    typing: typing(true),
    typingEnded: typing(false),
    peerRead: gap,
    peerDelivered: gap,
    aiVoice: ({ conversationId, body }) => say({ type: 'aiVoice', conversationId, body }),
    contactChange: unhandled,
    deviceChange: unhandled,
    preKeyNotEnough: unhandled,
    aiConversation: unhandled,
    aiBotInfo: unhandled,
  };

  const onPush: { [Name in Push['name']]: (push: Extract<Push, { name: Name }>) => void } = {
    pushZero: () => {}, // means nothing
    pushChatMessage: ({ body }) => void inTurn(() => receiveRow(body)).catch(warn('a message could not be stored')),
    pushNotify: ({ body }) => notified[body.type]?.(body),
    pushDevicesInfo: ({ body: { identifier, devices } }) => void db.transaction('rw', db.bundles, async () => {
      await db.bundles.where('identifier').equals(identifier).delete();
      await db.bundles.bulkPut(devices);
    }).catch(warn('a list of devices could not be stored')),
    pushCall: ({ body }) => say({ type: 'call', ...body }),
  };

  const subscriptions = [
    acks$.pipe(auditTime(ackAfter, clock)).subscribe(() => {
      const cursors = [...unacknowledged.values()];
      unacknowledged.clear();
      // A lost acknowledgement costs nothing: the next sync carries the cursors again.
      socket.request('pushAck', { cursors }).catch(warn('acknowledging failed'));
    }),
    socket.pushes$.subscribe((push) => (onPush[push.name] as (push: Push) => void)(push)),
    socket.registered$.subscribe(() => {
      gap();
      void outbox.flush();
      void tellAllRead().catch(warn('telling what was read failed'));
    }),
  ];
  socket.connect();

  return {
    db,
    outbox,
    connection$: socket.connection$,
    async openPrivateChat(identifier) {
      const { conversation } = await api.conversation.create({ type: 'private', identifiers: [identifier] });
      if (!conversation) throw new Fault('UNKNOWN');
      await catchUp();
      return { conversationId: conversation.conversionId };
    },
    async createGroup(group) {
      const { conversation } = await api.conversation.create({ type: 'group', ...group });
      if (!conversation) throw new Fault('UNKNOWN');
      await catchUp();
      return { conversationId: conversation.conversionId };
    },
    async refreshGroup(conversationId) {
      const { conversation, members } = await api.conversation.getGroupConversationDetail({ conversationId });
      if (!conversation) throw new Fault('UNKNOWN');
      await db.transaction('rw', db.conversations, db.members, async () => {
        await db.conversations.update(conversationId, { ...conversation });
        await db.members.where('conversionId').equals(conversationId).delete();
        await db.members.bulkPut(members);
      });
    },
    async changeSetting(conversationId, setting) {
      const before = await db.conversations.get(conversationId);
      if (!before) throw new Fault('NOT_MEMBER');
      const { conversation } = await api.conversation.setUserSetting({ conversationId, userSetting: { ...before.userSetting, ...setting } });
      if (conversation) await db.conversations.update(conversationId, { userSetting: conversation.userSetting });
    },
    async hideConversation(conversationId) {
      await api.conversation.remove({ conversationId });
      await db.conversations.update(conversationId, { status: 'delete' });
    },
    async setTyping(conversationId, typing) {
      await socket.request('typing', { conversationId, typing });
    },
    async markRead(conversationId, seq) {
      const moved = await db.transaction('rw', db.messages, db.conversations, async () => {
        const conversation = await db.conversations.get(conversationId);
        if (!conversation || conversation.readSeq >= seq) return false;
        await db.conversations.update(conversationId, { readSeq: seq, unread: await markRead(db, conversationId, seq) });
        return true;
      });
      if (moved) await tellRead(conversationId, seq).catch(warn('telling what was read failed'));
    },
    async saveDraft(conversationId, text) {
      if (text) await db.drafts.put({ conversationId, text, savedAt: clock.now() });
      else await db.drafts.delete(conversationId);
    },
    reconnect: () => socket.connect(),
    async close() {
      outbox.close();
      subscriptions.forEach((subscription) => subscription.unsubscribe());
      socket.close();
      await work;
      db.close();
    },
  };
}
