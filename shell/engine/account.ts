// Composes one account's engine from its parts, and the order in which they run.
import type { Connection, EngineEvent, OwnDevices, StorageProblem } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import { momentKeys } from '@amber/client/moments';
import type { Device, Privacy } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { ProblemKind } from '@amber/proto/problems';
import { requestIdOf } from '@amber/proto/requestId';
import { type BehaviorSubject, firstValueFrom, timer } from 'rxjs';
import type { AccountParts } from './accountCalls.ts';
import { createFileReleases } from './files/fileReleases.ts';
import { createFilesOnDemand } from './files/filesOnDemand.ts';
import { lazyImport, onDemand } from './kit/lazyImport.ts';
import { createTryAgain } from './kit/tryAgain.ts';
import type { Search } from './local/search.ts';
import { keepRoom } from './local/storage.ts';
import { createEffects } from './in/notices.ts';
import { createBotsOnDemand } from './bots/botsOnDemand.ts';
import { createContactLists } from './chats/contactLists.ts';
import { createMembers } from './chats/members.ts';
import { createSpaces } from './chats/spaces.ts';
import type { EnginePorts } from './kit/ports.ts';
import { problemEvent } from './kit/problemEvent.ts';
import { createAcks } from './in/acks.ts';
import { createConsequences } from './after/consequences.ts';
import { createInbox } from './in/inbox.ts';
import { createPushes } from './in/pushes.ts';
import { toReopen } from './rows/noteReopen.ts';
import { createReadPlaces } from './chats/readPlaces.ts';
import { createCatchUp, createRefreshList, createSync } from './in/sync.ts';
import type { InboxNews } from './rows/write.ts';
import { createEncryption, type LoadSealer } from './sealing/encryption.ts';
import { readStanding, waitsForApproval } from './rows/standing.ts';
import { createUpkeepOnDemand } from './after/upkeepOnDemand.ts';
import { createOutbox } from './out/outbox.ts';
import { createTyping } from './chats/typing.ts';
import type { Http, TokenHolder } from './session/http.ts';
import { createAccountDeletion } from './session/accountDeletion.ts';
import { createSocket } from './session/socket.ts';

/** How long the first connection waits for a new device's keys. */
const keysWait = 10_000;

export interface Conversations {
  /** For its calls: see accountCalls.ts. */
  parts: AccountParts;
  /** The account's privacy has been set. */
  keepPrivacy(privacy: Privacy): Promise<void>;
  connection$: BehaviorSubject<Connection>;
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
  /** The gateway has accepted something written here. */
  sent(): void;
  storage(problem: StorageProblem | null): void;
  /** What pages must know of this person's devices. */
  devices(devices: OwnDevices): void;
  /** When this account is deleted; 0: it stays. */
  deletesAt(at: number): void;
  /** Belongs to this database; created before it was opened. */
  search: Search;
  /** Whether no other engine has opened the database since. Tests have one engine. */
  isOwner?(): Promise<boolean>;
  /** Tests supply their own. */
  loadSealer?: LoadSealer | undefined;
}

/** Runs one signed-in account until it is closed. */
export function createConversations(ports: ConversationsPorts): Conversations {
  const {
    http: { api },
    db,
    me,
    clock,
    say,
    search,
  } = ports;
  const now = () => clock.now();
  let closed = false;
  keepRoom(db, (isFull) => ports.storage(isFull ? 'full' : null));

  const warn = (what: ProblemKind) => (thrown: unknown) => say(problemEvent(what, thrown));

  // One at a time: pushes and catching up write the same cursors.
  let work: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const result = work.then(run);
    work = result.catch(() => {});
    return result;
  };

  const socket = createSocket({
    url: `${ports.origin.replace(/^http/, 'ws')}/gateway/socket`,
    clock,
    openSocket: ports.openSocket,
    refresh: ports.refresh,
    note: ({ what, code = '' }) => say(problemEvent(what, new Fault(code))),
    credentials: () => ({
      token: ports.token(),
      appId: limits.appId,
      deviceId: me.deviceId,
      platform: 'web',
      id: requestIdOf(crypto.randomUUID()),
    }),
  });
  const connected = () => socket.connection$.value.status === 'open';

  const tryAgain = createTryAgain({ clock, connected });
  /** Resolves whether it succeeded or not. */
  const attempt = (what: ProblemKind, run: () => Promise<unknown>): Promise<void> =>
    run().then(
      () => tryAgain.forget(what),
      (thrown: unknown) => {
        if (closed) return;
        warn(what)(thrown);
        tryAgain.later(what, thrown, () => void attempt(what, run));
      },
    );

  // Outgoing and incoming. None of these knows its listeners.
  const encryption = createEncryption({
    db,
    api,
    me,
    clock,
    say,
    load: ports.loadSealer,
    preKeys: ports.preKeys,
    isOwner: ports.isOwner,
    taken: (identifier) => void inTurn(() => inbox.reopen(identifier)).catch(warn('reopen')),
    ownChanged: () => void upkeep.ownDevices.refresh().catch(warn('keepDevices')),
  });
  const typing = createTyping({
    clock,
    say,
    // Passing news: dropped when it cannot be sent now.
    tell: (conversationId, isTyping) =>
      void socket.request('typing', { conversationId, typing: isTyping }).catch(() => {}),
  });
  const inbox = createInbox({ db, me, sealer: encryption, now });
  const outbox = createOutbox({ db, me, clock, wire: { api, connected }, sealing: encryption, inbox, inTurn, say });

  // What depends on the outbox.
  const fileReleases = createFileReleases({
    db,
    api,
    waits: () => waitsForApproval(db),
    failed: warn('release'),
  });
  const files = createFilesOnDemand({ ...ports, api, outbox, releases: fileReleases, connected, warn });
  const devicesOf = async (identifier: string) =>
    encryption.setDevices(identifier, await db.bundles.where({ identifier }).toArray());

  // What keeps this device up to date.
  const contactLists = createContactLists({ db, api });
  const refreshContacts = () => void attempt('contacts', contactLists);
  const effects = createEffects({
    db,
    me,
    now,
    say,
    refreshContacts,
    filesReleased: () => fileReleases.goOn(),
    followUp: () => consequences.goOn(),
    deletionChanged: () => void deletion.publish().catch(warn('database')),
  });
  const catchUp = createCatchUp(createSync({ db, api, inbox, effects, say }), inTurn);
  const gap = () => void attempt('catchUp', catchUp);
  const deletion = createAccountDeletion({
    db,
    api,
    catchUp: () => attempt('catchUp', catchUp),
    onDate(at) {
      if (!closed) ports.deletesAt(at);
    },
  });
  const members = createMembers({ db, api, clock, failed: warn('members') });
  /** A separate chunk: it is needed for what a person does, not for what arrives. */
  const groups = onDemand(async () =>
    (await lazyImport(import(/* webpackChunkName: "groups" */ './chats/groups.ts'))).createGroups({
      db,
      api,
      me,
      inbox,
      members,
      catchUp,
    }),
  ).get;
  const spaces = createSpaces({ db, api, me, say, catchUp, inTurn });
  const spaceCalls = onDemand(async () =>
    (await lazyImport(import(/* webpackChunkName: "groups" */ './chats/spaceCalls.ts'))).createSpaceCalls({
      api,
      me,
      spaces,
    }),
  ).get;
  const upkeep = createUpkeepOnDemand({
    db,
    api,
    me,
    clock,
    outbox,
    own: encryption.own,
    repair: (device) => encryption.repair(device),
    catchUp,
    whenCaughtUp: (run) => void (connected() && catchUp().then(run, () => {})),
    followUp: () => consequences.goOn(),
    publish(devices) {
      if (!closed) ports.devices(devices);
    },
    warn,
  });
  const consequences = createConsequences({
    db,
    me,
    tryAgain,
    groups,
    spaces,
    encryption,
    upkeep,
    fileReleases,
    warn,
  });
  const readPlaces = createReadPlaces({ db, api, me, failed: warn('told') });
  const bots = createBotsOnDemand({
    db,
    api,
    catchUp,
    clock,
    say,
    warn,
    ack: (body) => socket.request('robotAck', body),
  });
  const acks = createAcks({ clock, send: (body) => socket.request('pushAck', body), failed: warn('acks') });
  const takePush = createPushes({
    me,
    inbox,
    effects,
    readPlaces,
    typing,
    bots,
    acks,
    inTurn,
    gap,
    say,
    warn,
    signedOut: () => ports.signedOut(),
  });

  /** What an engine that stopped meanwhile had still to do. */
  const reopenNoted = async (): Promise<void> => {
    for (const identifier of await toReopen(db)) await inTurn(() => inbox.reopen(identifier));
  };

  const refreshList = createRefreshList({ db, api, inbox, inTurn });
  /** The list first: it waits neither for keys nor for the code that generates them. */
  async function keepUp(): Promise<void> {
    await attempt('catchUp', catchUp);
    if (closed) return;
    void attempt('list', refreshList);
    void outbox.prepare().catch(warn('outbox'));
    await encryption
      .begin()
      .then(reopenNoted)
      .then(upkeep.ownDevices.begin)
      .then(upkeep.resends.askForAll)
      .then(upkeep.missing.check)
      .catch(warn('keys'));
  }

  /** A separate chunk: only those who read moments need it. */
  const moments = onDemand(async () =>
    (await lazyImport(import(/* webpackChunkName: "moments" */ './moments/moments.ts'))).createMoments({
      db,
      api,
      me,
      now,
      tryAgain,
    }),
  ).get;
  const postMoments = async (): Promise<void> => {
    const waits = await db.identity.where('key').startsWith(momentKeys.waiting).first();
    if (waits) (await moments()).flush();
  };

  const stored: { [Type in InboxNews['type']]: (news: Extract<InboxNews, { type: Type }>) => void } = {
    event({ event }) {
      if (event.type === 'messageArrived') typing.hear(event.conversationId, event.from, false);
      say(event);
    },
    command: ({ command }) => consequences.follow(command),
    followUp: () => consequences.goOn(),
    lost() {
      upkeep.resends.requestResend();
      upkeep.missing.soon();
    },
    unknown: ({ conversationId, identifiers }) => members.learn(conversationId, identifiers),
  };

  const told = [
    inbox.news$.subscribe((news) => (stored[news.type] as (news: InboxNews) => void)(news)),
    outbox.news$.subscribe((news) => {
      if (news.type === 'taken') ports.sent();
      if (news.type === 'gap') gap();
      if (news.type === 'devicesChanged')
        for (const identifier of news.identifiers) void devicesOf(identifier).catch(warn('keepDevices'));
    }),
  ];
  const connections = [
    socket.pushes$.subscribe(takePush),
    socket.woke$.subscribe(gap),
    socket.registered$.subscribe(() => {
      void keepUp().then(() => (closed ? undefined : attempt('spaces', spaces.refreshAll)));
      void outbox.flush().catch(warn('outbox'));
      refreshContacts();
      fileReleases.goOn();
      void postMoments().catch(warn('outbox'));
      void readPlaces.tellAll().catch(warn('told'));
      consequences.goOn();
    }),
  ];

  /** A device generates its keys before it opens the socket, so that others can seal for it. */
  async function start(): Promise<void> {
    // What was known last stands until the gateway is asked: a device that waits for approval says so at once.
    const told = (await readStanding(db))?.told;
    if (told && !closed) ports.devices(told);
    await deletion.publish();
    if (!(await encryption.hasKeys())) await Promise.race([keepUp(), firstValueFrom(timer(keysWait, clock))]);
    if (!closed) socket.connect();
  }
  void start().catch(warn('database'));

  return {
    parts: {
      db,
      me,
      ghost: ports.ghost === true,
      outbox,
      inbox,
      readPlaces,
      files,
      groups,
      members,
      spaces,
      spaceCalls,
      bots,
      encryption,
      upkeep,
      typing,
      deletion,
      search,
      now,
      moments,
      // A separate chunk: it is needed for what a person scrolls up to, not for what arrives.
      older: onDemand(async () =>
        (await lazyImport(import(/* webpackChunkName: "groups" */ './in/older.ts'))).createOlder({
          db,
          api,
          inbox,
        }),
      ).get,
      // A separate chunk: a device needs it once.
      ownHistory: async () =>
        (await lazyImport(import(/* webpackChunkName: "history" */ './after/ownHistory.ts'))).createOwnHistory({
          db,
          api,
          me,
          outbox,
          now,
          catchUp,
        }),
      comeBack() {
        if (socket.connection$.value.gaveUp) socket.connect();
      },
    },
    keepPrivacy: encryption.keepPrivacy,
    connection$: socket.connection$,
    reconnect: () => socket.connect(),
    async close() {
      closed = true;
      for (const part of [
        outbox,
        upkeep,
        consequences,
        tryAgain,
        files,
        encryption,
        search,
        typing,
        bots,
        acks,
        members,
      ])
        part.close();
      connections.forEach((connection) => connection.unsubscribe());
      socket.close();
      await work;
      // Everything still being stored has been announced.
      told.forEach((listening) => listening.unsubscribe());
      db.close();
    },
  };
}
