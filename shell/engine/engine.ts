// The engine: one per device, owner of the session, the socket, the outbox and every write to the database.
import type { Connection, EngineCalls, EngineEvent, EngineState, StorageProblem } from '@amber/client/bus';
import { openDeviceDb } from '@amber/client/db';
import type { InitReply, Privacy } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import {
  BehaviorSubject,
  distinctUntilChanged,
  firstValueFrom,
  map,
  type Observable,
  Subject,
  type Subscription,
  timer,
} from 'rxjs';
import { createAccounts, toSession } from './session/accounts.ts';
import { putBot } from './rows/people/bots.ts';
import { type Conversations, createConversations } from './account.ts';
import { accountCalls, type AccountParts } from './accountCalls.ts';
import { openAccount } from './local/openAccount.ts';
import { createHttp, isCall, type TokenHolder } from './session/http.ts';
import { once } from './kit/once.ts';
import type { EnginePorts } from './kit/ports.ts';
import { createProblemLog, type Noting } from './kit/problemLog.ts';
import { createProblemReport } from './kit/problemReport.ts';
import { putDeletion } from './session/accountDeletion.ts';
import { createSignIn } from './session/signIn.ts';
import { createSignOut } from './session/signOut.ts';

export interface Engine {
  /** Its own properties are the callable names, and nothing else. */
  calls: EngineCalls;
  state$: BehaviorSubject<EngineState>;
  events$: Observable<EngineEvent>;
  /** Resolves when a newer version of the app needs the database that this engine holds. */
  outdated: Promise<void>;
  /** Finishes what is being sent, closes the socket and the databases. */
  close(): Promise<void>;
}

const closedConnection: Connection = { status: 'closed', gaveUp: false };

/** Starts the engine with the state of the last run. */
export async function createEngine(ports: EnginePorts): Promise<Engine> {
  const events$ = new Subject<EngineEvent>();
  const state$ = new BehaviorSubject<EngineState>({ session: null, connection: closedConnection });
  const deviceDb = openDeviceDb(ports.databases);
  const accounts = createAccounts(deviceDb);
  const { problemLog = createProblemLog(() => ports.clock.now()) } = ports;
  const outdated = Promise.withResolvers<void>();
  let running: Conversations | undefined;
  let following: Subscription | undefined;

  const tokens: TokenHolder = {
    token: () => accounts.current$.value?.token ?? '',
    unapproved() {
      const { session, devices } = state$.value;
      return session && devices?.standing === 'waiting'
        ? { identifier: session.identifier, device: session.deviceId }
        : null;
    },
    refresh: once(async () => {
      const account = accounts.current$.value;
      if (!account?.refreshToken) throw new Fault('SIGNED_OUT');
      const { key, refreshToken } = account;
      try {
        await accounts.update(key, await http.call('user.refreshToken', { refreshToken }));
      } catch (thrown) {
        if (Fault.of(thrown).isPassing) throw thrown;
        // Drafts and outbox stay for the next sign-in. Not awaited: what is being stopped may itself wait for this
        // token.
        if (accounts.current$.value?.key === key) void endSession(Fault.of(thrown).code);
        throw new Fault('SIGNED_OUT', { cause: thrown });
      }
    }),
  };
  const http = createHttp(ports, tokens, problemLog.note);

  const tell = (change: Partial<EngineState>) => state$.next({ ...state$.value, ...change });

  const setStorage = (storage: StorageProblem | null) => {
    if ((state$.value.storage ?? null) !== storage) tell({ storage });
  };

  const events = {
    say(event: EngineEvent) {
      if (event.type === 'log') problemLog.note(event.problem);
      events$.next(event);
    },
  };

  const problemReport = createProblemReport({
    ...problemLog,
    clock: ports.clock,
    send: http.api.support.report,
    ready$: state$.pipe(
      map(({ session, connection }) => session !== null && connection.status === 'open'),
      distinctUntilChanged(),
    ),
  });

  /** The browser is asked once, when there is something to lose; only a page may ask it. */
  const askToPersist = once(async () => {
    const account = accounts.current$.value;
    if (!account || account.persistAsked) return;
    await accounts.update(account.key, { persistAsked: true });
    events.say({ type: 'persistStorage' });
  });

  /**
   * Runs the signed-in account, if its first sign-in has been finished. `answered`: by the sign-in, about the AIs and the
   * deletion of the account.
   */
  async function enter(answered?: Pick<InitReply, 'aiConversations' | 'deletesAt'>): Promise<void> {
    const account = accounts.current$.value;
    if (!account?.identifier || running) return;
    const { identifier, deviceId } = account;
    const opened = await openAccount(account, {
      databases: ports.databases,
      clock: ports.clock,
      accounts,
      storage: setStorage,
      outdated: outdated.resolve,
    });
    if (!opened) return;
    const { db } = opened;
    // Before the gateway's next notices. Without room they are left out: notices will bring what changes.
    if (answered)
      await db
        .transaction('rw', db.bots, db.identity, async () => {
          for (const bot of answered.aiConversations) await putBot(db, bot);
          await putDeletion(db, answered.deletesAt);
        })
        .catch(() => {});
    running = createConversations({
      ...ports,
      ...tokens,
      ...events,
      ...opened,
      http,
      me: { identifier, deviceId },
      // A refusal says whether another device has done it; without an answer the next connection asks again.
      signedOut: () =>
        void tokens.refresh().then(
          () => leave({ ended: true }),
          () => {},
        ),
      sent: () => void askToPersist().catch(() => {}), // the next message asks again
      storage: setStorage,
      devices: (devices) => tell({ devices }),
      deletesAt: (deletesAt) => tell({ deletesAt }),
    });
    following = running.connection$.subscribe((connection) => tell({ connection }));
  }

  const stop = async () => {
    following?.unsubscribe();
    const stopping = running;
    running = undefined;
    await stopping?.close();
    tell({ devices: null, deletesAt: 0 });
  };

  /**
   * The gateway has ended this device's session, and `code` says why. Where another device of this person's has signed it
   * out, or the account has been deleted, nothing stays here, unless its owner has chosen to keep it.
   */
  async function endSession(code: string): Promise<void> {
    const account = accounts.current$.value;
    const deleted = code === 'ACCOUNT_DELETED';
    const wipes = (deleted || code === 'DEVICE_REMOVED') && account !== null && !account.keepsData;
    if (wipes && account.identifier) await accounts.condemn(account.identifier);
    await leave({ ended: true, removed: wipes, deleted });
    if (wipes) await wipeCondemned();
  }

  /** `ended`: nobody on this device asked for it. */
  async function leave({ ended = false, removed = false, deleted = false } = {}): Promise<void> {
    await accounts.signOut();
    tell({ session: null, connection: closedConnection, ended, removed, deleted, devices: null });
    setStorage(null);
    await stop();
  }

  /** The account that runs. @throws Fault SIGNED_OUT, or STORAGE where a newer version has the database. */
  function signedIn(): AccountParts {
    if (!running) throw new Fault(state$.value.storage === 'newer' ? 'STORAGE' : 'SIGNED_OUT');
    return running.parts;
  }

  const { wipeCondemned, ...signOut } = createSignOut({
    accounts,
    http,
    databases: ports.databases,
    leave,
    clearProblems: problemLog.clear,
    say: events.say,
  });
  const signIn = createSignIn({ accounts, http, deviceName: ports.deviceName, before: wipeCondemned, stop, enter });

  const calls: EngineCalls = {
    ...signIn,
    ...signOut,
    ...accountCalls(signedIn),
    async keepData({ keep }) {
      const { key } = accounts.signedIn();
      await accounts.update(key, { keepsData: keep });
    },
    async saveProfile({ avatar, lastName }) {
      const key = accounts.current$.value?.key;
      const { userInfo } = await http.call('user.updateUserInfo', { avatar, lastName });
      if (key && userInfo) await accounts.update(key, { avatar: userInfo.avatar, lastName: userInfo.lastName });
    },
    async api({ call, request }) {
      if (!isCall(call)) throw new Fault('BAD_REQUEST');
      const reply = await http.call(call, request);
      if (call === 'user.privacy' || call === 'user.setPrivacy') await running?.keepPrivacy(reply as Privacy);
      return reply;
    },
    problems: async () => problemLog.entries(),
    noteProblem: async (problem) => problemLog.note(problem as Noting),
    reconnect: async () => running?.reconnect(),
  };

  await accounts.load();
  accounts.current$.subscribe((account) =>
    tell(
      account?.identifier
        ? { session: toSession(account), ended: false, removed: false, deleted: false }
        : { session: null },
    ),
  );
  await enter();
  void wipeCondemned().catch(() => {}); // the next start tries again

  return {
    outdated: outdated.promise,
    calls,
    state$,
    events$,
    async close() {
      // Waits for what is in flight, but not for ever: sending it again is harmless.
      running?.parts.outbox.close();
      await Promise.race([running?.parts.outbox.idle(), firstValueFrom(timer(limits.engineSilence, ports.clock))]);
      problemReport.close();
      await stop();
      deviceDb.close();
    },
  };
}
