// The account that runs: started when it is signed in, stopped when it is not any more.
import type { EngineEvent, EngineState, StorageProblem } from '@amber/client/bus';
import type { InitReply } from '@amber/proto';
import type { Subscription } from 'rxjs';
import { type Conversations, createConversations } from './account.ts';
import { once } from './kit/once.ts';
import type { EnginePorts } from './kit/ports.ts';
import { openAccount } from './local/openAccount.ts';
import { putBot } from './rows/people/bots.ts';
import { putDeletion } from './session/accountDeletion.ts';
import type { Accounts } from './session/accounts.ts';
import type { Http, TokenHolder } from './session/http.ts';

interface RunningPorts extends EnginePorts, TokenHolder {
  accounts: Accounts;
  http: Http;
  say(event: EngineEvent): void;
  tell(change: Partial<EngineState>): void;
  storage(problem: StorageProblem | null): void;
  /** A newer version of the app needs the database. */
  outdated(): void;
  /** Signs out; nobody on this device asked for it. */
  leave(): Promise<void>;
}

export interface RunningAccount {
  /** Undefined while none runs. */
  current(): Conversations | undefined;
  /**
   * Runs the signed-in account, if its first sign-in has been finished. `answered`: by the sign-in, about the AIs and the
   * deletion of the account.
   */
  enter(answered?: Pick<InitReply, 'aiConversations' | 'deletesAt'>): Promise<void>;
  stop(): Promise<void>;
}

export function createRunningAccount(ports: RunningPorts): RunningAccount {
  const { accounts, say, tell } = ports;
  let running: Conversations | undefined;
  let following: Subscription | undefined;

  /** The browser is asked once, when there is something to lose; only a page may ask it. */
  const askToPersist = once(async () => {
    const account = accounts.current$.value;
    if (!account || account.persistAsked) return;
    await accounts.update(account.key, { persistAsked: true });
    say({ type: 'persistStorage' });
  });

  return {
    current: () => running,
    async enter(answered) {
      const account = accounts.current$.value;
      if (!account?.identifier || running) return;
      const { identifier, deviceId } = account;
      const opened = await openAccount(account, ports);
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
        ...opened,
        me: { identifier, deviceId },
        // A refusal says whether another device has done it; without an answer the next connection asks again.
        signedOut: () => void ports.refresh().then(ports.leave, () => {}),
        sent: () => void askToPersist().catch(() => {}), // the next message asks again
        devices: (devices) => tell({ devices }),
        deletesAt: (deletesAt) => tell({ deletesAt }),
      });
      following = running.connection$.subscribe((connection) => tell({ connection }));
    },
    async stop() {
      following?.unsubscribe();
      const stopping = running;
      running = undefined;
      await stopping?.close();
      tell({ devices: null, deletesAt: 0 });
    },
  };
}
