// The ways out of an account, and the removal of what this browser has of somebody who wants that.
import type { DeviceCalls, EngineEvent } from '@amber/client/bus';
import { type DatabasePorts, openAccountDb } from '@amber/client/db';
import { once } from '../kit/once.ts';
import type { Accounts } from './accounts.ts';
import type { Http } from './http.ts';

interface SignOutPorts {
  accounts: Accounts;
  http: Http;
  databases: DatabasePorts;
  /** Nobody is signed in any more; what ran has stopped. */
  leave(): Promise<void>;
  /** Forgets what was noted of problems. */
  clearProblems(): void;
  say(event: EngineEvent): void;
}

interface SignOut extends Pick<DeviceCalls, 'signOut' | 'deleteAccount'> {
  /** Removes all that this browser has of those who wanted it so; what a crash has cut short is finished at the next start. */
  wipeCondemned(): Promise<void>;
}

export function createSignOut({ accounts, http, databases, leave, clearProblems, say }: SignOutPorts): SignOut {
  const wipeCondemned = once(async () => {
    for (const identifier of await accounts.condemned()) {
      await openAccountDb(identifier, databases).delete();
      await accounts.forget(identifier);
      clearProblems();
      say({ type: 'accountWiped', identifier });
    }
  });

  return {
    wipeCondemned,
    async signOut({ wipe }) {
      const { identifier = '', deviceId = '' } = accounts.current$.value ?? {};
      // Without an answer this device leaves all the same; the gateway's tokens run out by themselves.
      await (wipe && deviceId ? http.call('user.signOutDevice', { deviceId }) : http.call('user.logOut', {})).catch(
        () => {},
      );
      if (wipe && identifier) await accounts.condemn(identifier);
      await leave();
      await wipeCondemned();
    },
    async deleteAccount({ confirm }) {
      const { identifier } = accounts.signedIn();
      await http.call('user.deleteAccount', { confirm });
      await accounts.condemn(identifier);
      await leave();
      await wipeCondemned();
    },
  };
}
