// The engine: one per device; it owns the session, the socket, the outbox and every write to the database.
import type { EngineCalls, EngineEvent, EngineState } from '@amber/client/bus';
import { openDeviceDb } from '@amber/client/db';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import {
  type BehaviorSubject,
  distinctUntilChanged,
  filter,
  firstValueFrom,
  map,
  type Observable,
  of,
  timeout,
  timer,
} from 'rxjs';
import { accountCalls } from './accountCalls.ts';
import type { AccountParts } from './accountParts.ts';
import { createDeviceCalls } from './deviceCalls.ts';
import { closedConnection, createEngineState } from './engineState.ts';
import { forwardTo, onDemand } from './kit/lazyImport.ts';
import type { EnginePorts } from './kit/ports.ts';
import { createProblemLog } from './kit/problemLog.ts';
import { createProblemReport } from './kit/problemReport.ts';
import { createRunningAccount } from './runningAccount.ts';
import { createAccounts, toSession } from './session/accounts.ts';
import { createHttp, type Http } from './session/http.ts';
import type { SignIn } from './session/signIn.ts';
import { createSignOut } from './session/signOut.ts';
import { createTokens } from './session/tokens.ts';

export interface Engine {
  /** The callable names are its only own properties. */
  calls: EngineCalls;
  state$: BehaviorSubject<EngineState>;
  events$: Observable<EngineEvent>;
  /** Resolves when a newer version of the app needs the database that this engine holds. */
  outdated: Promise<void>;
  /** Finishes requests in flight, then closes the socket and the databases. */
  close(): Promise<void>;
}

/** Creates the engine and restores the state of the last run. */
export async function createEngine(ports: EnginePorts): Promise<Engine> {
  const { problemLog = createProblemLog(() => ports.clock.now()) } = ports;
  const state = createEngineState(problemLog);
  const { events$, state$, mergeState } = state;
  const deviceDb = openDeviceDb(ports.databases);
  const accounts = createAccounts(deviceDb);
  const outdated = Promise.withResolvers<void>();

  const tokens = createTokens({
    accounts,
    http: () => http,
    async unapprovedDevice() {
      // A new device may be refused before its first device list has arrived.
      await firstValueFrom(
        state$.pipe(
          filter(({ session, devices }) => !session || !!devices),
          timeout({ first: limits.requestTimeout, with: () => of(null) }),
        ),
      );
      const { session, devices } = state$.value;
      return session && devices?.standing === 'waiting'
        ? { identifier: session.identifier, device: session.deviceId }
        : null;
    },
    onSessionEnded: (code) => void endSession(code),
  });
  const http: Http = createHttp(ports, tokens, problemLog.log);
  const problemReport = createProblemReport({
    ...problemLog,
    clock: ports.clock,
    send: http.api.support.report,
    ready$: state$.pipe(
      map(({ session, connection }) => session !== null && connection.status === 'open'),
      distinctUntilChanged(),
    ),
  });
  const account = createRunningAccount({
    ...ports,
    ...tokens,
    ...state,
    accounts,
    http,
    onOutdated: outdated.resolve,
    signOutLocally: () => signOutLocally({ ended: true }),
  });

  /**
   * Handles the end of this device's session, which the gateway has ended for the reason `code`. When another device of
   * this person has signed this one out, or the account was deleted, the data here is wiped unless the person has
   * chosen to keep it.
   */
  async function endSession(code: string): Promise<void> {
    const current = accounts.current$.value;
    const deleted = code === 'ACCOUNT_DELETED';
    const wipes = (deleted || code === 'DEVICE_REMOVED') && current !== null && !current.keepsData;
    if (wipes && current.identifier) await accounts.markForWipe(current.identifier);
    await signOutLocally({ ended: true, removed: wipes, deleted });
    if (wipes) await wipeMarked();
  }

  /** `ended` means that nobody on this device asked for the sign-out. */
  async function signOutLocally({ ended = false, removed = false, deleted = false } = {}): Promise<void> {
    await accounts.signOut();
    mergeState({ session: null, connection: closedConnection, ended, removed, deleted, devices: null });
    state.setStorageProblem(null);
    await account.stop();
  }

  const { wipeMarked, ...signOut } = createSignOut({
    accounts,
    http,
    databases: ports.databases,
    signOutLocally,
    clearProblems: problemLog.clear,
    emit: state.emit,
  });

  /** @throws Fault SIGNED_OUT, or STORAGE when a newer version of the app has opened the database. */
  function requireParts(): AccountParts {
    const running = account.current();
    if (!running) throw new Fault(state$.value.storage === 'newer' ? 'STORAGE' : 'SIGNED_OUT');
    return running.parts;
  }

  const { get: loadSignIn } = onDemand(
    () => import(/* webpackChunkName: "signIn" */ './session/signIn.ts'),
    ({ createSignIn }) => createSignIn({ ...ports, ...account, accounts, http, cleanUp: wipeMarked }),
  );
  const signIn: SignIn = forwardTo(loadSignIn, 'getSms', 'signIn', 'walletNonce', 'signInByWallet', 'bindWallet');

  const calls: EngineCalls = {
    ...signIn,
    ...signOut,
    ...createDeviceCalls({ accounts, http, problemLog, account }),
    ...accountCalls(requireParts),
  };

  await accounts.load();
  // Nobody waits for the code when they ask for a verification code.
  if (!accounts.current$.value) void loadSignIn().catch(() => {});
  accounts.current$.subscribe((current) =>
    mergeState(
      current?.identifier
        ? { session: toSession(current), ended: false, removed: false, deleted: false }
        : { session: null },
    ),
  );
  await account.start();
  void wipeMarked().catch(() => {}); // the next start tries again

  return {
    outdated: outdated.promise,
    calls,
    state$,
    events$,
    async close() {
      // Waits for requests in flight, but only for a limited time, because sending them again is harmless.
      const outbox = account.current()?.parts.outbox;
      outbox?.close();
      await Promise.race([outbox?.idle(), firstValueFrom(timer(limits.engineSilenceTimeout, ports.clock))]);
      problemReport.close();
      await account.stop();
      deviceDb.close();
    },
  };
}
