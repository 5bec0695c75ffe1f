// Creates the parts of one account's engine, the most basic ones first. None of them knows its listeners.
import type { EngineEvent, OwnDevices } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Device } from '@amber/proto';
import type { ProblemKind } from '@amber/proto/problems';
import { createSideEffects } from './after/sideEffects.ts';
import { createMaintenanceOnDemand } from './after/maintenanceOnDemand.ts';
import { createBotsOnDemand } from './bots/botsOnDemand.ts';
import { createChats } from './chats/createChats.ts';
import { createFileReleases } from './files/fileReleases.ts';
import { createFilesOnDemand } from './files/filesOnDemand.ts';
import { createAcks } from './in/acks.ts';
import { createInbox } from './in/inbox.ts';
import { createNoticeHandler } from './in/noticeHandler.ts';
import { createPushHandler } from './in/pushHandler.ts';
import { createRefreshList, createSync } from './in/sync.ts';
import { forwardTo, onDemand } from './kit/lazyImport.ts';
import type { EnginePorts } from './kit/ports.ts';
import { problemEvent } from './kit/problemEvent.ts';
import { createSerialQueue } from './kit/serialQueue.ts';
import { shareNextRun } from './kit/singleFlight.ts';
import type { Search } from './local/search.ts';
import { createMomentsOnDemand } from './moments/momentsOnDemand.ts';
import { createOutbox } from './out/outbox.ts';
import { isAwaitingApproval } from './rows/deviceApproval.ts';
import { createEncryption, type LoadSealer } from './sealing/encryption.ts';
import { createAccountDeletion } from './session/accountDeletion.ts';
import { createConnection } from './session/connection.ts';
import type { Http, TokenHolder } from './session/http.ts';
import { createVoiceOnDemand } from './voice/voiceOnDemand.ts';

export interface PartsPorts extends EnginePorts, TokenHolder {
  http: Http;
  db: AccountDb;
  me: Device;
  emit(event: EngineEvent): void;
  /** Called when the gateway has ended this device's session. */
  onSignedOut(): void;
  /** Called when the gateway has accepted a message that was written on this device. */
  onAccepted(): void;
  /** Publishes the state of this person's devices to pages. */
  devices(devices: OwnDevices): void;
  /** Publishes the time at which this account is deleted, or 0 when no deletion is pending. */
  deletesAt(at: number): void;
  /** The search index of this database; it is created before the database is opened. */
  search: Search;
  /** Whether no other engine has opened the database since. Omitted in tests, which have one engine. */
  isOwner?(): Promise<boolean>;
  /** Replaces the sealer in tests. */
  loadSealer?: LoadSealer | undefined;
}

export type AccountParts = ReturnType<typeof createAccountParts>;

/** The context that every part of the account may use. */
function createPartContext(ports: PartsPorts) {
  const { clock, emit } = ports;
  const warn = (kind: ProblemKind) => (thrown: unknown) => emit(problemEvent(kind, thrown));
  // Serial, because pushes and catch-up write the same cursors.
  const serialQueue = createSerialQueue();
  return {
    ...ports,
    ...createConnection({ ...ports, warn }),
    api: ports.http.api,
    now: () => clock.now(),
    warn,
    runExclusive: serialQueue.run,
    /** Resolves when no write is pending any more. */
    idle: serialQueue.idle,
  };
}

/** Creates all parts. Nothing is sent before the account is started. */
export function createAccountParts(ports: PartsPorts) {
  const context = createPartContext(ports);
  const { runWithRetry, connected, db, runExclusive, isClosed, socket, warn } = context;

  const encryption = createEncryption({
    ...context,
    load: ports.loadSealer,
    onTrusted: (identifier) => void runExclusive(() => inbox.retryDecryption(identifier)).catch(warn('reopen')),
    onOwnDeviceChanged: () => void maintenance.ownDevices.refresh().catch(warn('keepDevices')),
  });
  const inbox = createInbox({ ...context, sealer: encryption });
  const outbox = createOutbox({ ...context, sealing: encryption, inbox });
  const fileReleases = createFileReleases({
    ...context,
    isUnapproved: () => isAwaitingApproval(db),
  });
  const files = createFilesOnDemand({ ...context, outbox, releases: fileReleases });
  const voice = createVoiceOnDemand({ ...context, outbox });

  const effects = createNoticeHandler({
    ...context,
    refreshContacts: () => chats.refreshContacts(),
    filesReleased: () => fileReleases.flush(),
    processFollowUps: () => sideEffects.flush(),
    deletionChanged: () => void deletion.publish().catch(warn('database')),
  });
  const sync = createSync({ ...context, inbox, effects });
  // Other devices change settings, mutes among them.
  const catchUp = shareNextRun(() => sync().then(() => chats.muteEnds.update()), runExclusive);
  const requestSync = () => void runWithRetry('catchUp', catchUp);
  const deletion = createAccountDeletion({
    ...context,
    catchUp: () => runWithRetry('catchUp', catchUp),
    onDate(at) {
      if (!isClosed()) ports.deletesAt(at);
    },
  });

  const chats = createChats({ ...context, inbox, catchUp });
  const bots = createBotsOnDemand({ ...context, catchUp, ack: (body) => socket.request('robotAck', body) });
  const acks = createAcks({ ...context, send: (body) => socket.request('pushAck', body) });
  const maintenance = createMaintenanceOnDemand({
    ...context,
    outbox,
    loadOwnKeys: encryption.ownKeys,
    repair: (device) => encryption.repair(device),
    catchUp,
    whenCaughtUp: (run) => void (connected() && catchUp().then(run, () => {})),
    followUp: () => sideEffects.flush(),
    publish(devices) {
      if (!isClosed()) ports.devices(devices);
    },
  });
  const sideEffects = createSideEffects({ ...context, ...chats, encryption, maintenance, fileReleases });

  // A separate chunk, because only scrolling up needs it; arriving messages do not.
  const historyLoader = onDemand(
    () => import(/* webpackChunkName: "groups" */ './in/historyLoader.ts'),
    ({ createHistoryLoader }) => createHistoryLoader({ ...context, inbox }),
  );
  // A separate chunk, because a device needs it only once.
  const ownHistory = onDemand(
    () => import(/* webpackChunkName: "history" */ './after/ownHistory.ts'),
    ({ createOwnHistory }) => createOwnHistory({ ...context, outbox, catchUp }),
  );

  return {
    ...context,
    ...chats,
    ...createMomentsOnDemand(context),
    encryption,
    inbox,
    outbox,
    fileReleases,
    files,
    voice,
    catchUp,
    requestSync,
    deletion,
    bots,
    acks,
    maintenance,
    sideEffects,
    handlePush: createPushHandler({ ...context, ...chats, inbox, effects, bots, acks, requestSync }),
    refreshList: createRefreshList({ ...context, inbox }),
    historyLoader: forwardTo(historyLoader.get, 'loadOlder', 'loadNewer'),
    ownHistory: forwardTo(ownHistory.get, 'request', 'allow'),
    reconnectNow() {
      if (socket.connection$.value.gaveUp) socket.connect();
    },
  };
}
