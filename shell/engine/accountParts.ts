// Creates the parts of one account's engine, each from those below it. None of them knows its listeners.
import type { EngineEvent, OwnDevices } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Device } from '@amber/proto';
import type { ProblemKind } from '@amber/proto/problems';
import { createConsequences } from './after/consequences.ts';
import { createUpkeepOnDemand } from './after/upkeepOnDemand.ts';
import { createBotsOnDemand } from './bots/botsOnDemand.ts';
import { createChats } from './chats/createChats.ts';
import { createFileReleases } from './files/fileReleases.ts';
import { createFilesOnDemand } from './files/filesOnDemand.ts';
import { createAcks } from './in/acks.ts';
import { createInbox } from './in/inbox.ts';
import { createEffects } from './in/notices.ts';
import { createPushes } from './in/pushes.ts';
import { createCatchUp, createRefreshList, createSync } from './in/sync.ts';
import { onDemand } from './kit/lazyImport.ts';
import type { EnginePorts } from './kit/ports.ts';
import { problemEvent } from './kit/problemEvent.ts';
import { createTurns } from './kit/turns.ts';
import type { Search } from './local/search.ts';
import { createMomentsOnDemand } from './moments/momentsOnDemand.ts';
import { createOutbox } from './out/outbox.ts';
import { waitsForApproval } from './rows/standing.ts';
import { createEncryption, type LoadSealer } from './sealing/encryption.ts';
import { createAccountDeletion } from './session/accountDeletion.ts';
import { createConnection } from './session/connection.ts';
import type { Http, TokenHolder } from './session/http.ts';

export interface PartsPorts extends EnginePorts, TokenHolder {
  http: Http;
  db: AccountDb;
  me: Device;
  say(event: EngineEvent): void;
  /** The gateway has ended this device's session. */
  signedOut(): void;
  /** The gateway has accepted something written here. */
  sent(): void;
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

export type Parts = ReturnType<typeof createAccountParts>;

/** What every part may need of its account. */
function createBasis(ports: PartsPorts) {
  const { clock, say } = ports;
  const warn = (what: ProblemKind) => (thrown: unknown) => say(problemEvent(what, thrown));
  // One at a time: pushes and catching up write the same cursors.
  const turns = createTurns();
  return {
    ...ports,
    ...createConnection({ ...ports, warn }),
    api: ports.http.api,
    now: () => clock.now(),
    warn,
    inTurn: turns.run,
    /** Resolves when nothing is being stored any more. */
    idle: turns.idle,
  };
}

/** Creates everything; nothing is sent before the account is started. */
export function createAccountParts(ports: PartsPorts) {
  const basis = createBasis(ports);
  const { attempt, connected, db, inTurn, isClosed, socket, warn } = basis;

  const encryption = createEncryption({
    ...basis,
    load: ports.loadSealer,
    taken: (identifier) => void inTurn(() => inbox.reopen(identifier)).catch(warn('reopen')),
    ownChanged: () => void upkeep.ownDevices.refresh().catch(warn('keepDevices')),
  });
  const inbox = createInbox({ ...basis, sealer: encryption });
  const outbox = createOutbox({ ...basis, wire: basis, sealing: encryption, inbox });
  const fileReleases = createFileReleases({ ...basis, waits: () => waitsForApproval(db), failed: warn('release') });
  const files = createFilesOnDemand({ ...basis, outbox, releases: fileReleases });

  const effects = createEffects({
    ...basis,
    refreshContacts: () => chats.refreshContacts(),
    filesReleased: () => fileReleases.goOn(),
    followUp: () => consequences.goOn(),
    deletionChanged: () => void deletion.publish().catch(warn('database')),
  });
  const catchUp = createCatchUp(createSync({ ...basis, inbox, effects }), inTurn);
  const gap = () => void attempt('catchUp', catchUp);
  const deletion = createAccountDeletion({
    ...basis,
    catchUp: () => attempt('catchUp', catchUp),
    onDate(at) {
      if (!isClosed()) ports.deletesAt(at);
    },
  });

  const chats = createChats({ ...basis, inbox, catchUp });
  const bots = createBotsOnDemand({ ...basis, catchUp, ack: (body) => socket.request('robotAck', body) });
  const acks = createAcks({ ...basis, send: (body) => socket.request('pushAck', body), failed: warn('acks') });
  const upkeep = createUpkeepOnDemand({
    ...basis,
    outbox,
    own: encryption.own,
    repair: (device) => encryption.repair(device),
    catchUp,
    whenCaughtUp: (run) => void (connected() && catchUp().then(run, () => {})),
    followUp: () => consequences.goOn(),
    publish(devices) {
      if (!isClosed()) ports.devices(devices);
    },
  });
  const consequences = createConsequences({ ...basis, ...chats, encryption, upkeep, fileReleases });

  return {
    ...basis,
    ...chats,
    ...createMomentsOnDemand(basis),
    encryption,
    inbox,
    outbox,
    fileReleases,
    files,
    catchUp,
    gap,
    deletion,
    bots,
    acks,
    upkeep,
    consequences,
    takePush: createPushes({ ...basis, ...chats, inbox, effects, bots, acks, gap }),
    refreshList: createRefreshList({ ...basis, inbox }),
    // A separate chunk: it is needed for what a person scrolls up to, not for what arrives.
    older: onDemand(
      () => import(/* webpackChunkName: "groups" */ './in/older.ts'),
      ({ createOlder }) => createOlder({ ...basis, inbox }),
    ).get,
    // A separate chunk: a device needs it once.
    ownHistory: onDemand(
      () => import(/* webpackChunkName: "history" */ './after/ownHistory.ts'),
      ({ createOwnHistory }) => createOwnHistory({ ...basis, outbox, catchUp }),
    ).get,
    comeBack() {
      if (socket.connection$.value.gaveUp) socket.connect();
    },
  };
}
