// The engine: one per device, owner of the session, the socket, the outbox and every write to the database.
import type { Connection, EngineCalls, EngineEvent, EngineState } from '@amber/client/bus';
import { openAccountDb, openDeviceDb } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { BehaviorSubject, firstValueFrom, type Observable, Subject, type Subscription, timer } from 'rxjs';
import { createAccounts, toSession } from './accounts.ts';
import { type Conversations, createConversations } from './conversations.ts';
import { createHttp, isCall, type TokenHolder } from './http.ts';
import { once } from './once.ts';
import type { EnginePorts } from './ports.ts';

export interface Engine {
  calls: EngineCalls;
  state$: BehaviorSubject<EngineState>;
  events$: Observable<EngineEvent>;
  /** Finishes what is being sent, closes the socket and the databases. */
  close(): Promise<void>;
}

const closedConnection: Connection = { status: 'closed', gaveUp: false };

/** Phones are compared without what people put between the digits. */
const phoneKey = (phone: string): string => `phone:${phone.replaceAll(/[^+0-9]/g, '')}`;

/** Starts the engine with what the last run has left. */
export async function createEngine(ports: EnginePorts): Promise<Engine> {
  const events$ = new Subject<EngineEvent>();
  const state$ = new BehaviorSubject<EngineState>({ session: null, connection: closedConnection });
  const deviceDb = openDeviceDb(ports.databases);
  const accounts = createAccounts(deviceDb);
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
        if (Fault.of(thrown).kind === 'network') throw thrown;
        // Drafts and outbox stay for the next sign-in. Not waited for: what is stopped may itself wait for this token.
        if (accounts.current$.value?.key === key) void leave();
        throw new Fault('SIGNED_OUT', { cause: thrown });
      }
    }),
  };
  const http = createHttp(ports, tokens);

  const tell = (change: Partial<EngineState>) => state$.next({ ...state$.value, ...change });

  const events = { say: (event: EngineEvent) => events$.next(event) };

  /** Runs the signed-in account, if its first sign-in has been finished. */
  function enter(): void {
    const account = accounts.current$.value;
    if (!account?.identifier || running) return;
    const { identifier, deviceId } = account;
    running = createConversations({ ...ports, ...tokens, ...events, http, me: { identifier, deviceId }, signedOut: () => void leave() });
    following = running.connection$.subscribe((connection) => tell({ connection }));
  }

  const stop = async () => {
    following?.unsubscribe();
    const stopping = running;
    running = undefined;
    await stopping?.close();
  };

  async function leave(): Promise<void> {
    await accounts.signOut();
    tell({ session: null, connection: closedConnection });
    await stop();
  }

  const signedIn = (): Conversations => {
    if (!running) throw new Fault('SIGNED_OUT');
    return running;
  };

  const notYet = async () => { throw new Fault('UNAVAILABLE'); };

  const calls: EngineCalls = {
    async getSms({ phone }) {
      const { deviceId } = await accounts.find(phoneKey(phone));
      return http.call('login.getSms', { phone, deviceId });
    },
    async signIn({ phone, code, inviteId = '' }) {
      const account = await accounts.find(phoneKey(phone));
      const { deviceId } = account;
      const { token, refreshToken } = await http.call('login.login', { phone, code, appId: limits.appId, deviceId });
      await stop();
      // The token first, so that the call after it carries it; pages hear of it when the user is known.
      await accounts.signIn({ ...account, token, refreshToken, identifier: '' });
      const { userInfo, newDevice } = await http.call('user.init', {
        token, uuid: deviceId, inviteId, baseInfo: true, deviceName: ports.deviceName, system: 'web',
      });
      if (!userInfo) throw new Fault('UNKNOWN');
      const { identifier, avatar, lastName } = userInfo;
      await accounts.update(account.key, { identifier, avatar, lastName, newDevice });
      enter();
    },
    async saveProfile({ avatar, lastName }) {
      const key = accounts.current$.value?.key;
      const { userInfo } = await http.call('user.updateUserInfo', { avatar, lastName });
      if (key && userInfo) await accounts.update(key, { avatar: userInfo.avatar, lastName: userInfo.lastName });
    },
    async signOut({ wipe }) {
      const identifier = accounts.current$.value?.identifier;
      // Without an answer this device leaves all the same; the gateway's tokens run out by themselves.
      await http.call('user.logOut', {}).catch(() => {});
      await leave();
      if (wipe && identifier) await openAccountDb(identifier, ports.databases).delete();
    },
    async api({ call, request }) {
      if (!isCall(call)) throw new Fault('BAD_REQUEST');
      return http.call(call, request);
    },
    openPrivateChat: async ({ identifier }) => signedIn().openPrivateChat(identifier),
    createGroup: async (request) => signedIn().createGroup(request),
    refreshGroup: async ({ conversationId }) => signedIn().refreshGroup(conversationId),
    changeSetting: async ({ conversationId, setting }) => signedIn().changeSetting(conversationId, setting),
    hideConversation: async ({ conversationId }) => signedIn().hideConversation(conversationId),
    setTyping: async ({ conversationId, typing }) => signedIn().setTyping(conversationId, typing),
    loadOlder: notYet,
    askHistory: notYet,
    allowHistory: notYet,
    command: notYet,
    send: async (message) => signedIn().outbox.send(message),
    retry: async ({ id }) => signedIn().outbox.retry(id),
    discard: async ({ id }) => signedIn().outbox.discard(id),
    markRead: async ({ conversationId, seq }) => signedIn().markRead(conversationId, seq),
    saveDraft: async ({ conversationId, text }) => signedIn().saveDraft(conversationId, text),
    reconnect: async () => running?.reconnect(),
  };

  await accounts.load();
  accounts.current$.subscribe((account) => tell({ session: account?.identifier ? toSession(account) : null }));
  enter();

  return {
    calls,
    state$,
    events$,
    async close() {
      // What is on its way is waited for, but not for ever: sending it again is harmless.
      running?.outbox.close();
      await Promise.race([running?.outbox.idle(), firstValueFrom(timer(limits.engineSilence, ports.clock))]);
      await stop();
      deviceDb.close();
    },
  };
}
