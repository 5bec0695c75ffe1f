// What one account's engine does: the socket, the outbox, the inbox, kept in step.
import type { Connection, EngineCalls, EngineEvent, StorageProblem } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Device, Notify, Row, Unencrypted } from '@amber/proto';
import { readBody } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { ProblemKind } from '@amber/proto/problems';
import { requestIdOf } from '@amber/proto/requestId';
import { auditTime, type BehaviorSubject, firstValueFrom, Subject, timer } from 'rxjs';
import { bring } from './kit/bring.ts';
import { createContactLists } from './people/contacts.ts';
import { createEffects } from './news/notices.ts';
import { createEncryption, type LoadSealer } from './sealing/encryption.ts';
import { createFileReleases } from './files/fileReleases.ts';
import { createFilesOnDemand } from './files/filesOnDemand.ts';
import { createFollowUps, type FollowUp } from './receiving/followUps.ts';
import { createGroups } from './people/groups.ts';
import type { Http, TokenHolder } from './session/http.ts';
import { createInbox, markRead } from './receiving/inbox.ts';
import { createMembers } from './people/members.ts';
import { createOlder } from './receiving/older.ts';
import { createOutbox, isAnonymous, type Outbox } from './sending/outbox.ts';
import type { EnginePorts } from './ports.ts';
import { privateChatWith } from './people/privateChats.ts';
import { problemEvent } from './problems/problemEvent.ts';
import { createResends } from './sealing/resends.ts';
import type { Search } from './local/search.ts';
import { createSocket, type Push } from './session/socket.ts';
import { createSpaces } from './people/spaces.ts';
import { clearHistory, keepRoom } from './local/storage.ts';
import { createSync } from './receiving/sync.ts';
import type { Command } from './news/commands.ts';
import { createTryAgain } from './kit/tryAgain.ts';
import { createTyping } from './sending/typing.ts';

/** How long acknowledgements are gathered before one command carries them. */
const ackAfter = 50;

/** How long the first connection waits for a new device's keys. */
const keysWait = 10_000;

/** The engine's calls that need an account. */
export type AccountCalls = Omit<EngineCalls, 'problems' | 'noteProblem' | 'getSms' | 'signIn' | 'walletNonce' | 'signInByWallet' | 'bindWallet' | 'saveProfile' | 'signOut' | 'deleteAccount' | 'api' | 'reconnect'>;

export interface Conversations {
  db: AccountDb;
  /** The account's default for copies that cannot be sealed has been set. */
  setUnencrypted(unencrypted: Unencrypted): Promise<void>;
  connection$: BehaviorSubject<Connection>;
  outbox: Outbox;
  calls: AccountCalls;
  reconnect(): void;
  close(): Promise<void>;
}

interface ConversationsPorts extends EnginePorts, TokenHolder {
  http: Http;
  db: AccountDb;
  me: Device;
  say(event: EngineEvent): void;
  /** The gateway has ended this device's session. */
  signedOut(): void;
  /** The gateway has taken something that was written here. */
  sent(): void;
  storage(problem: StorageProblem | null): void;
  /** Of this database, made before it was opened. */
  search: Search;
  /** Whether no other engine has opened the database since. Tests have one engine. */
  isOwner?(): Promise<boolean>;
  /** Tests bring their own. */
  loadSealer?: LoadSealer | undefined;
}

/** Runs one signed-in account until it is closed. */
export function createConversations(ports: ConversationsPorts): Conversations {
  const { http: { api }, db, me, clock, say } = ports;
  const now = () => clock.now();
  keepRoom(db, (isFull) => ports.storage(isFull ? 'full' : null));

  const warn = (what: ProblemKind) => (thrown: unknown) => say(problemEvent(what, thrown));

  // One thing at a time: pushes and catching up write the same cursors.
  let work: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const result = work.then(run);
    work = result.catch(() => {});
    return result;
  };

  const tryAgain = createTryAgain({ clock, connected: () => connected() });
  /** Resolves whether or not it went well. */
  const attempt = (what: ProblemKind, run: () => Promise<unknown>): Promise<void> => run().then(() => tryAgain.forget(what), (thrown: unknown) => {
    if (closed) return;
    warn(what)(thrown);
    tryAgain.later(what, thrown, () => void attempt(what, run));
  });
  const notedAs: Record<FollowUp['kind'], ProblemKind> = { group: 'group', space: 'space', devices: 'keepDevices', newKeys: 'newKeys' };
  const followUps = createFollowUps({
    db, tryAgain,
    work: {
      group: ({ id }) => groups.refreshGroup(id),
      space: ({ id }) => spaces.refresh(id),
      devices: ({ id, deviceIds }) => encryption.setDevices(id, deviceIds.map((deviceId) => ({ identifier: id, deviceId }))),
      newKeys: () => encryption.replenish(),
    },
    failed: (kind, thrown) => warn(notedAs[kind])(thrown),
  });
  const encryption = createEncryption({
    db, api, me, clock, say, load: ports.loadSealer, preKeys: ports.preKeys, isOwner: ports.isOwner,
    taken: (identifier) => void inTurn(() => inbox.reopen(identifier)).catch(warn('reopen')),
  });
  const followed: Partial<Record<string, (command: Command) => Promise<void>>> = {
    resendRequest: (command) => resends.answer(command),
    withdraw: async () => fileReleases.goOn(),
    dismissGroup: async () => fileReleases.goOn(),
    // For devices to come: those that are here have the sealed word of one of the two.
    encrypt: ({ conversationId, message }) => groups.changeSetting(conversationId, { encrypted: readBody(message)['encrypted'] === true }),
  };
  const inbox = createInbox({
    db, sealer: encryption, me, now,
    followUp: followUps.goOn,
    after: (command) => void followed[command.cmdId]?.(command).catch(warn('followed')),
    lost: () => resends.lose(),
    unknown: (conversationId, identifiers) => members.learn(conversationId, identifiers),
    say(event) {
      if (event.type === 'messageArrived') typing.hear(event.conversationId, event.from, false);
      say(event);
    },
  });
  const contactLists = createContactLists({ db, api });
  const refreshContacts = () => void attempt('contacts', contactLists);
  const setDevices = (identifier: string, devices: readonly Device[]) =>
    void encryption.setDevices(identifier, devices).catch(warn('keepDevices'));
  const effects = createEffects({
    db, me, now, say, refreshContacts,
    filesReleased: () => fileReleases.goOn(),
    followUp: followUps.goOn,
  });
  const sync = createSync({ db, api, inbox, effects, say });
  let nextSync: Promise<void> | undefined;
  /** Shared by all who ask before it begins; whoever asks later may know of something that its answer does not hold. */
  const catchUp = (): Promise<void> => nextSync ??= inTurn(() => {
    nextSync = undefined;
    return sync();
  });
  const gap = () => void attempt('catchUp', catchUp);
  let hasList = false;
  /** Once a start: what changed of conversations in which nothing was said. */
  async function refreshList(): Promise<void> {
    if (hasList) return;
    const before = await db.conversations.toArray();
    const { list } = await api.conversation.list({});
    await inTurn(() => inbox.storeConversations(list, before));
    hasList = true;
  }
  /** The list first: it does not wait for keys, nor for the code that makes them. */
  async function keepUp(): Promise<void> {
    await attempt('catchUp', catchUp);
    if (closed) return;
    void attempt('list', refreshList);
    await encryption.begin().then(resends.askForAll).catch(warn('keys'));
  }

  const socket = createSocket({
    url: `${ports.origin.replace(/^http/, 'ws')}/gateway/socket`,
    clock,
    openSocket: ports.openSocket,
    refresh: ports.refresh,
    note: ({ what, code = '' }) => say(problemEvent(what, new Fault(code))),
    credentials: () => ({
      token: ports.token(), appId: limits.appId, deviceId: me.deviceId, platform: 'web', id: requestIdOf(crypto.randomUUID()),
    }),
  });

  const typing = createTyping({
    clock, say,
    // Passing news: what cannot be told now is not told.
    tell: (conversationId, isTyping) => void socket.request('typing', { conversationId, typing: isTyping }).catch(() => {}),
  });
  const connected = () => socket.connection$.value.status === 'open';
  const outbox = createOutbox({
    db, api, inbox, sealer: encryption, ruleOf: (conversation) => encryption.ruleOf(conversation), me, clock, say, inTurn, connected,
  });
  const fileReleases = createFileReleases({ db, api, failed: warn('release') });
  const files = createFilesOnDemand({ ...ports, api, outbox, releases: fileReleases, connected, warn });
  const devicesOf = async (identifier: string) => setDevices(identifier, await db.bundles.where({ identifier }).toArray());
  const resends = createResends({
    db, me, clock, outbox, repair: (device) => encryption.repair(device), failed: warn('askAgain'),
  });
  const members = createMembers({ db, api, clock, failed: warn('members') });
  const groups = createGroups({ db, api, inbox, members, catchUp });
  const spaces = createSpaces({ db, api, me, say, catchUp, inTurn });
  const loadOlder = createOlder({ db, api, inbox });
  /** A chunk of its own: a device needs it once. */
  const ownHistory = async () => (await bring(import(/* webpackChunkName: "history" */ './sealing/ownHistory.ts'))).createOwnHistory({ db, api, me, outbox, now, catchUp });

  let closed = false;
  const acks$ = new Subject<void>();
  const unacknowledged = new Map<string, { conversationId: string; epoch: number; seq: number }>();
  let unacknowledgedNotice = 0;

  // After the commit, never before: what is acknowledged may be forgotten by the gateway.
  async function receiveRow(row: Row): Promise<void> {
    const cursor = await inbox.store([row]);
    if (!cursor) return gap();
    unacknowledged.set(row.conversationId, { conversationId: cursor.conversationId, epoch: cursor.epoch, seq: cursor.seq });
    acks$.next();
  }

  async function receiveNotice(notify: Notify): Promise<void> {
    if (!await effects.take([notify], { isWhole: false })) return gap();
    unacknowledgedNotice = Math.max(unacknowledgedNotice, notify.noticeSeq);
    if (notify.noticeSeq > 0) acks$.next();
  }

  async function tellRead(conversationId: string, seq: number): Promise<void> {
    await api.message.read({ conversationId, seq });
    await db.transaction('rw', db.conversations, () =>
      db.conversations.where({ conversionId: conversationId }).modify((row) => { row.toldSeq = Math.max(row.toldSeq, seq); }));
  }

  /** What was read while nobody could be told. */
  async function tellAllRead(): Promise<void> {
    const untold = await db.conversations.filter(({ readSeq, toldSeq }) => readSeq > toldSeq).toArray();
    for (const { conversionId, readSeq } of untold) await tellRead(conversionId, readSeq);
  }

  const keptNotice = (notify: Notify) => void inTurn(() => receiveNotice(notify)).catch(warn('storeNotice'));
  const heard = (isTyping: boolean) => ({ conversationId, identifier }: Notify) => {
    if (identifier !== me.identifier) typing.hear(conversationId, identifier, isTyping);
  };
  const reached = (field: 'peerReadSeq' | 'peerDeliveredSeq') => ({ conversationId, seq }: Notify) =>
    void inTurn(() => db.transaction('rw', db.conversations, () =>
      db.conversations.where({ conversionId: conversationId }).modify((row) => { row[field] = Math.max(row[field], seq); })),
    ).catch(warn('storeReached'));

  const notified: { [Type in Notify['type']]: (notify: Notify) => void } = {
    conversationChanged: gap,
    read: gap,
    signedOut: () => ports.signedOut(),
    registryChanged: ({ seq: revision }) => say({ type: 'registryChanged', revision }),
    typing: heard(true),
    typingEnded: heard(false),
    peerRead: reached('peerReadSeq'),
    peerDelivered: reached('peerDeliveredSeq'),
    aiVoice: ({ conversationId, body }) => say({ type: 'aiVoice', conversationId, body }),
    command: keptNotice,
    contactChange: keptNotice,
    deviceChange: keptNotice,
    preKeyNotEnough: keptNotice,
    aiConversation: keptNotice,
    spaceChange: keptNotice,
    aiBotInfo: keptNotice,
  };

  const onPush: { [Name in Push['name']]: (push: Extract<Push, { name: Name }>) => void } = {
    pushZero: () => {}, // means nothing
    pushChatMessage: ({ body }) => void inTurn(() => receiveRow(body)).catch((thrown: unknown) => say(problemEvent('storeRow', thrown, body.id))),
    pushNotify: ({ body }) => (notified[body.type] ?? (() => say(problemEvent('notice', new Fault('BAD_REQUEST')))))(body),
    pushDevicesInfo: ({ body: { identifier, devices } }) =>
      void inTurn(() => effects.setDevices(identifier, devices)).catch(warn('storeDevices')),
    pushCall: ({ body }) => say({ type: 'call', ...body }),
  };

  const subscriptions = [
    acks$.pipe(auditTime(ackAfter, clock)).subscribe(() => {
      const cursors = [...unacknowledged.values()];
      unacknowledged.clear();
      // A lost acknowledgement costs nothing: the next sync carries the cursors again.
      socket.request('pushAck', { cursors, noticeSeq: unacknowledgedNotice }).catch(warn('acks'));
    }),
    outbox.news$.subscribe((news) => {
      if (news.type === 'taken') ports.sent();
      if (news.type === 'gap') gap();
      if (news.type === 'devicesChanged') for (const identifier of news.identifiers) void devicesOf(identifier).catch(warn('keepDevices'));
    }),
    socket.pushes$.subscribe((push) => (onPush[push.name] as (push: Push) => void)(push)),
    socket.woke$.subscribe(gap),
    socket.registered$.subscribe(() => {
      void keepUp().then(() => (closed ? undefined : attempt('spaces', spaces.refreshAll)));
      void outbox.flush().catch(warn('outbox'));
      refreshContacts();
      fileReleases.goOn();
      void tellAllRead().catch(warn('told'));
      followUps.goOn();
    }),
  ];
  /** A device without keys has them before the socket, so that whoever writes to it can seal. */
  async function start(): Promise<void> {
    if (!await encryption.hasKeys()) await Promise.race([keepUp(), firstValueFrom(timer(keysWait, clock))]);
    if (!closed) socket.connect();
  }
  void start().catch(warn('database'));
  /** What somebody sends now does not wait for the next slow try. */
  const comeBack = () => {
    if (socket.connection$.value.gaveUp) socket.connect();
  };

  const calls: AccountCalls = {
    openPrivateChat: ({ identifier }) => groups.openPrivateChat(identifier),
    createGroup: (group) => groups.createGroup(group),
    refreshGroup: ({ conversationId }) => groups.refreshGroup(conversationId),
    members: (request) => members.page(request),
    askMembers: ({ conversationId, identifiers }) => members.ask(conversationId, identifiers),
    joinSpace: (request) => spaces.joinSpace(request),
    createSpace: (request) => spaces.createSpace(request),
    changeSpace: (request) => spaces.changeSpace(request),
    quitSpace: (request) => spaces.quitSpace(request),
    refreshSpace: ({ spaceId }) => spaces.refresh(spaceId),
    loadOlder: ({ conversationId, beforeSeq }) => loadOlder(conversationId, beforeSeq),
    changeSetting: ({ conversationId, setting }) => groups.changeSetting(conversationId, setting),
    hideConversation: ({ conversationId }) => groups.hideConversation(conversationId),
    async setTyping({ conversationId, typing: isTyping }) {
      if (!isAnonymous(await db.conversations.get(conversationId))) typing.write(conversationId, isTyping);
    },
    askHistory: async ({ conversationId }) => (await ownHistory()).ask(conversationId),
    allowHistory: async ({ requestId }) => (await ownHistory()).allow(requestId),
    async command(command) {
      await outbox.command(command);
      comeBack();
    },
    async send(message) {
      await outbox.send(message);
      comeBack();
      typing.sent(message.conversationId);
    },
    async sendFile(message) {
      await files.send(message);
      comeBack();
    },
    fetchFile: ({ id }) => files.fetch(id),
    cancelFetch: ({ id }) => files.cancel(id),
    async retry({ id }) {
      await outbox.retry(id);
      comeBack();
    },
    async sendUnencrypted({ id }) {
      await outbox.retry(id, { plain: true });
      comeBack();
    },
    askAgain: ({ id }) => resends.ask(id),
    security: ({ conversationId }) => encryption.security(conversationId),
    async acceptKeys({ identifier }) {
      await encryption.accept(identifier);
      await outbox.retryFailed(await privateChatWith(db, identifier), 'untrusted_identity');
    },
    async verifyPerson({ identifier, safetyNumber }) {
      await encryption.verify(identifier, safetyNumber);
      await outbox.retryFailed(await privateChatWith(db, identifier), 'untrusted_identity');
    },
    discard: ({ id }) => outbox.discard(id),
    forget: ({ conversationId, ids }) => inbox.forget(conversationId, ids),
    async markRead({ conversationId, seq }) {
      const moved = await db.transaction('rw', db.messages, db.conversations, async () => {
        const conversation = await db.conversations.get(conversationId);
        if (!conversation || conversation.readSeq >= seq) return false;
        await db.conversations.update(conversationId, { readSeq: seq, ...await markRead(db, conversationId, seq) });
        return true;
      });
      if (moved) await tellRead(conversationId, seq).catch(warn('told'));
    },
    search: (request) => ports.search.find(request),
    clearHistory: async () => ({ messages: await clearHistory(db) }),
    saveDraft: ({ conversationId, text }) => db.transaction('rw', db.drafts, async () => {
      if (text) await db.drafts.put({ conversationId, text, savedAt: now() });
      else await db.drafts.delete(conversationId);
    }),
  };

  return {
    db,
    outbox,
    calls,
    setUnencrypted: (unencrypted) => encryption.setDefault(unencrypted),
    connection$: socket.connection$,
    reconnect: () => socket.connect(),
    async close() {
      closed = true;
      outbox.close();
      followUps.close();
      tryAgain.close();
      files.close();
      resends.close();
      encryption.close();
      ports.search.close();
      typing.close();
      members.close();
      subscriptions.forEach((subscription) => subscription.unsubscribe());
      socket.close();
      await work;
      db.close();
    },
  };
}
