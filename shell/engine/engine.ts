// The engine: one per device, owner of the session, the socket, the outbox and every write to the database.
import type { Connection, EngineCalls, EngineEvent, EngineState, StorageProblem } from '@amber/client/bus';
import { type AccountDb, type AccountRow, openAccountDb, openDeviceDb } from '@amber/client/db';
import type { AiConversation, LoginReply } from '@amber/proto';
import type { Privacy } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { BehaviorSubject, distinctUntilChanged, firstValueFrom, map, type Observable, Subject, type Subscription, timer } from 'rxjs';
import { createAccounts, toSession } from './session/accounts.ts';
import { putBot } from './people/bots.ts';
import { type AccountCalls, type Conversations, createConversations } from './account.ts';
import { noteLostKeys } from './sealing/encryption.ts';
import { createHttp, isCall, type TokenHolder } from './session/http.ts';
import { once } from './kit/once.ts';
import type { EnginePorts } from './ports.ts';
import { createProblemLog, type Noting } from './problems/problemLog.ts';
import { createProblemReport } from './problems/problemReport.ts';
import { createSearch, type Search } from './local/search.ts';

export interface Engine {
  calls: EngineCalls;
  state$: BehaviorSubject<EngineState>;
  events$: Observable<EngineEvent>;
  /** Resolves when a newer version of the app needs the database that this engine holds. */
  outdated: Promise<void>;
  /** Finishes what is being sent, closes the socket and the databases. */
  close(): Promise<void>;
}

interface Opener { key: string; opened: string }

/** An account's database, with what searches it. */
interface Opened {
  db: AccountDb;
  search: Search;
  /** Whether no other engine has opened it since; asked in the transaction that depends on it. */
  isOwner(): Promise<boolean>;
}

const closedConnection: Connection = { status: 'closed', gaveUp: false };

/** In an account's database from its first start: without it the browser has thrown the database away. */
const mark = 'stored';

/** In an account's database: which engine has opened it last. */
const opener = 'engine';

/** The browser's number of a version is this many times Dexie's. */
const nativeVersions = 10;

/** Phones are compared without what people put between the digits. */
const phoneKey = (phone: string): string => `phone:${phone.replaceAll(/[^+0-9]/g, '')}`;
const walletKey = (address: string): string => `wallet:${address.toLowerCase()}`;

/** Starts the engine with what the last run has left. */
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
    refresh: once(async () => {
      const account = accounts.current$.value;
      if (!account?.refreshToken) throw new Fault('SIGNED_OUT');
      const { key, refreshToken } = account;
      try {
        await accounts.update(key, await http.call('user.refreshToken', { refreshToken }));
      } catch (thrown) {
        if (Fault.of(thrown).isPassing) throw thrown;
        // Drafts and outbox stay for the next sign-in. Not waited for: what is stopped may itself wait for this token.
        if (accounts.current$.value?.key === key) void leave({ ended: true });
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
    ...problemLog, clock: ports.clock, send: http.api.support.report,
    ready$: state$.pipe(map(({ session, connection }) => session !== null && connection.status === 'open'), distinctUntilChanged()),
  });

  /** The browser is asked once, when there is something to lose; only a page may ask it. */
  const askToPersist = once(async () => {
    const account = accounts.current$.value;
    if (!account || account.persistAsked) return;
    await accounts.update(account.key, { persistAsked: true });
    events.say({ type: 'persistStorage' });
  });

  /** The account's database, open, with what searches it; null where a newer version of the app has been. */
  async function openDatabase({ key, identifier, stored = false, keysLost = false }: AccountRow): Promise<Opened | null> {
    const db = openAccountDb(identifier, ports.databases);
    const search = createSearch(db, ports.clock);
    db.on('versionchange', ({ newVersion }) => { if (newVersion) outdated.resolve(); });
    db.on('blocked', () => setStorage('blocked'));
    await db.open();
    if (db.backendDB().version > db.verno * nativeVersions || db.verno > limits.databaseVersion) {
      setStorage('newer');
      db.close();
      return null;
    }
    const isMarked = await db.identity.get(mark) !== undefined;
    const opened = crypto.randomUUID();
    const mine: Opener = { key: opener, opened };
    await db.identity.bulkPut([mine, ...(isMarked ? [] : [{ key: mark }])]);
    if (!stored) await accounts.update(key, { stored: true });
    if (keysLost) {
      await noteLostKeys(db);
      await accounts.update(key, { keysLost: false });
    }
    setStorage(stored && !isMarked ? 'evicted' : null);
    return { db, search, isOwner: async () => ((await db.identity.get(opener)) as Opener | undefined)?.opened === opened };
  }

  /** Runs the signed-in account, if its first sign-in has been finished. `bots` is what the gateway has told of the AIs meanwhile. */
  async function enter(bots: readonly AiConversation[] = []): Promise<void> {
    const account = accounts.current$.value;
    if (!account?.identifier || running) return;
    const { identifier, deviceId } = account;
    const opened = await openDatabase(account);
    if (!opened) return;
    const { db } = opened;
    // Before what the gateway tells next. Without room they are left out: notices bring what changes.
    await db.transaction('rw', db.bots, async () => { for (const bot of bots) await putBot(db, bot); }).catch(() => {});
    running = createConversations({
      ...ports, ...tokens, ...events, ...opened, http, me: { identifier, deviceId },
      signedOut: () => void leave({ ended: true }),
      sent: () => void askToPersist().catch(() => {}), // the next message asks again
      storage: setStorage,
    });
    following = running.connection$.subscribe((connection) => tell({ connection }));
  }

  const stop = async () => {
    following?.unsubscribe();
    const stopping = running;
    running = undefined;
    await stopping?.close();
  };

  /** `ended`: nobody here has asked for it. */
  async function leave({ ended = false } = {}): Promise<void> {
    await accounts.signOut();
    tell({ session: null, connection: closedConnection, ended });
    setStorage(null);
    await stop();
  }

  /** Removes all that this browser has of those who wanted it so; what a crash has cut short is finished at the next start. */
  const wipeCondemned = once(async () => {
    for (const identifier of await accounts.condemned()) {
      await openAccountDb(identifier, ports.databases).delete();
      await accounts.forget(identifier);
      problemLog.clear();
      events.say({ type: 'accountWiped', identifier });
    }
  });

  /** A call of the signed-in account. @throws Fault SIGNED_OUT, or STORAGE where a newer version has the database. */
  async function signedIn<Name extends keyof AccountCalls>(name: Name, request: Parameters<AccountCalls[Name]>[0]): Promise<Awaited<ReturnType<AccountCalls[Name]>>> {
    if (!running) throw new Fault(state$.value.storage === 'newer' ? 'STORAGE' : 'SIGNED_OUT');
    return (running.calls[name] as (request: unknown) => ReturnType<AccountCalls[Name]>)(request) as never;
  }

  /** @throws Fault SIGNED_OUT */
  function account(): AccountRow {
    const { value } = accounts.current$;
    if (!value) throw new Fault('SIGNED_OUT');
    return value;
  }

  /** @param proof what `prove` sends; it works once, so that what stopped after it goes on without it. */
  async function signInAs(key: string, proof: string, inviteId: string, prove: (deviceId: string) => Promise<LoginReply>): Promise<void> {
    await wipeCondemned();
    const known = await accounts.find(key);
    const isProved = known.token !== '' && known.proof === proof;
    const { token, refreshToken, identifier: whose } = isProved ? known : await prove(known.deviceId);
    // What is stored here, keys above all, belongs to one device, whether it comes by phone or by wallet.
    const deviceId = (whose && await accounts.deviceOf(whose)) || known.deviceId;
    await stop();
    // The token first, so that the call after it carries it; pages hear of it when the user is known.
    await accounts.signIn({ ...known, deviceId, token, refreshToken, identifier: '', proof });
    const { userInfo, newDevice, name, hasKeys, aiConversations } = await http.call('user.init', {
      token, uuid: deviceId, inviteId, baseInfo: true, deviceName: ports.deviceName, system: 'web',
    });
    if (!userInfo) throw new Fault('UNKNOWN');
    const { identifier, avatar, lastName } = userInfo;
    await accounts.update(key, { identifier, avatar, lastName, newDevice, name, proof: '', keysLost: !hasKeys });
    await enter(aiConversations);
  }

  const calls: EngineCalls = {
    async getSms({ phone }) {
      const { deviceId } = await accounts.find(phoneKey(phone));
      return http.call('login.getSms', { phone, deviceId });
    },
    signIn: ({ phone, code, inviteId = '' }) => signInAs(phoneKey(phone), code, inviteId,
      (deviceId) => http.call('login.login', { phone, code, appId: limits.appId, deviceId })),
    async walletNonce({ wallet, purpose }) {
      const { deviceId } = purpose === 'bind' ? account() : await accounts.find(walletKey(wallet));
      return http.call('login.walletNonce', { wallet, deviceId });
    },
    signInByWallet: ({ inviteId = '', ...signed }) => signInAs(walletKey(signed.wallet), signed.signature, inviteId,
      (deviceId) => http.call('login.loginByWallet', { ...signed, appId: limits.appId, deviceId })),
    async bindWallet(signed) {
      const { deviceId } = account();
      await http.call('user.bindWallet', signed);
      // By either way in, this browser is one device of the account.
      await accounts.adopt(walletKey(signed.wallet), deviceId);
    },
    async saveProfile({ avatar, lastName }) {
      const key = accounts.current$.value?.key;
      const { userInfo } = await http.call('user.updateUserInfo', { avatar, lastName });
      if (key && userInfo) await accounts.update(key, { avatar: userInfo.avatar, lastName: userInfo.lastName });
    },
    async signOut({ wipe }) {
      const { identifier = '', deviceId = '' } = accounts.current$.value ?? {};
      // Without an answer this device leaves all the same; the gateway's tokens run out by themselves.
      await (wipe && deviceId ? http.call('user.signOutDevice', { deviceId }) : http.call('user.logOut', {})).catch(() => {});
      if (wipe && identifier) await accounts.condemn(identifier);
      await leave();
      await wipeCondemned();
    },
    async deleteAccount({ confirm }) {
      const { identifier } = account();
      await http.call('user.deleteAccount', { confirm });
      await accounts.condemn(identifier);
      await leave();
      await wipeCondemned();
    },
    async api({ call, request }) {
      if (!isCall(call)) throw new Fault('BAD_REQUEST');
      const reply = await http.call(call, request);
      if (call === 'user.privacy' || call === 'user.setPrivacy') await running?.setUnencrypted((reply as Privacy).unencrypted);
      return reply;
    },
    openPrivateChat: (request) => signedIn('openPrivateChat', request),
    createGroup: (request) => signedIn('createGroup', request),
    refreshGroup: (request) => signedIn('refreshGroup', request),
    members: (request) => signedIn('members', request),
    askMembers: (request) => signedIn('askMembers', request),
    joinSpace: (request) => signedIn('joinSpace', request),
    createSpace: (request) => signedIn('createSpace', request),
    changeSpace: (request) => signedIn('changeSpace', request),
    quitSpace: (request) => signedIn('quitSpace', request),
    refreshSpace: (request) => signedIn('refreshSpace', request),
    loadOlder: (request) => signedIn('loadOlder', request),
    changeSetting: (request) => signedIn('changeSetting', request),
    hideConversation: (request) => signedIn('hideConversation', request),
    setTyping: (request) => signedIn('setTyping', request),
    askHistory: (request) => signedIn('askHistory', request),
    allowHistory: (request) => signedIn('allowHistory', request),
    command: (request) => signedIn('command', request as Parameters<EngineCalls['command']>[0]),
    send: (request) => signedIn('send', request),
    sendFile: (request) => signedIn('sendFile', request),
    fetchFile: (request) => signedIn('fetchFile', request),
    cancelFetch: (request) => signedIn('cancelFetch', request),
    retry: (request) => signedIn('retry', request),
    discard: (request) => signedIn('discard', request),
    forget: (request) => signedIn('forget', request),
    markRead: (request) => signedIn('markRead', request),
    security: (request) => signedIn('security', request),
    acceptKeys: (request) => signedIn('acceptKeys', request),
    verifyPerson: (request) => signedIn('verifyPerson', request),
    sendUnencrypted: (request) => signedIn('sendUnencrypted', request),
    askAgain: (request) => signedIn('askAgain', request),
    search: (request) => signedIn('search', request),
    clearHistory: (request) => signedIn('clearHistory', request),
    saveDraft: (request) => signedIn('saveDraft', request),
    problems: async () => problemLog.entries(),
    noteProblem: async (problem) => problemLog.note(problem as Noting),
    reconnect: async () => running?.reconnect(),
  };

  await accounts.load();
  accounts.current$.subscribe((account) => tell(account?.identifier ? { session: toSession(account), ended: false } : { session: null }));
  await enter();
  void wipeCondemned().catch(() => {}); // the next start tries again

  return {
    outdated: outdated.promise,
    calls,
    state$,
    events$,
    async close() {
      // What is on its way is waited for, but not for ever: sending it again is harmless.
      running?.outbox.close();
      await Promise.race([running?.outbox.idle(), firstValueFrom(timer(limits.engineSilence, ports.clock))]);
      problemReport.close();
      await stop();
      deviceDb.close();
    },
  };
}
