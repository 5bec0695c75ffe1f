// The running account: started when it is signed in, stopped when it is signed out.
import type { EngineEvent, EngineState, StorageProblem } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Subscription } from 'rxjs';
import { type AccountEngine, createAccountEngine } from './accountEngine.ts';
import { singleFlight } from './kit/singleFlight.ts';
import type { EnginePorts } from './kit/ports.ts';
import { openAccount } from './local/openAccount.ts';
import type { Accounts } from './session/accounts.ts';
import type { Http, TokenHolder } from './session/http.ts';

interface RunningPorts extends EnginePorts, TokenHolder {
  accounts: Accounts;
  http: Http;
  emit(event: EngineEvent): void;
  mergeState(change: Partial<EngineState>): void;
  setStorageProblem(problem: StorageProblem | null): void;
  /** Called when a newer version of the app needs the database. */
  onOutdated(): void;
  /** Signs out although nobody on this device asked for it. */
  signOutLocally(): Promise<void>;
}

export interface RunningAccount {
  /** Returns the running account, or undefined while there is none. */
  current(): AccountEngine | undefined;
  /**
   * Starts the signed-in account, if its first sign-in is complete.
   * @param storeReply stores the sign-in's answer.
   */
  start(storeReply?: (db: AccountDb) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

export function createRunningAccount(ports: RunningPorts): RunningAccount {
  const { accounts, emit, mergeState } = ports;
  let running: AccountEngine | undefined;
  let connectionSubscription: Subscription | undefined;

  /**
   * Requests persistent storage from the browser once, when the database holds data. Only a page can request it, hence
   * the event.
   */
  const requestPersistentStorage = singleFlight(async () => {
    const account = accounts.current$.value;
    if (!account || account.persistAsked) return;
    await accounts.update(account.key, { persistAsked: true });
    emit({ type: 'persistStorage' });
  });

  return {
    current: () => running,
    async start(storeReply) {
      const account = accounts.current$.value;
      if (!account?.identifier || running) return;
      const { identifier, deviceId } = account;
      const openedAccount = await openAccount(account, ports);
      if (!openedAccount) return;
      // The reply is stored before the gateway's next notices, so that it does not overwrite them. If the storage is
      // full, this is skipped, because notices announce later changes.
      await storeReply?.(openedAccount.db).catch(() => {});
      running = createAccountEngine({
        ...ports,
        ...openedAccount,
        me: { identifier, deviceId },
        // A rejected token refresh confirms that the session was ended elsewhere. If there is no answer, the next
        // connection tries again.
        onSignedOut: () => void ports.refresh().then(ports.signOutLocally, () => {}),
        onAccepted: () => void requestPersistentStorage().catch(() => {}), // the next message tries again
        devices: (devices) => mergeState({ devices }),
        deletesAt: (deletesAt) => mergeState({ deletesAt }),
      });
      connectionSubscription = running.connection$.subscribe((connection) => mergeState({ connection }));
    },
    async stop() {
      connectionSubscription?.unsubscribe();
      const stopping = running;
      running = undefined;
      await stopping?.close();
      mergeState({ devices: null, deletesAt: 0 });
    },
  };
}
