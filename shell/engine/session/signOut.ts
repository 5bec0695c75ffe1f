// Signing out, and removing this browser's data on request.
import type { DeviceCalls, EngineEvent } from '@amber/client/bus';
import { type DatabasePorts, openAccountDb } from '@amber/client/db';
import { singleFlight } from '../kit/singleFlight.ts';
import type { Accounts } from './accounts.ts';
import type { Http } from './http.ts';

interface SignOutPorts {
  accounts: Accounts;
  http: Http;
  databases: DatabasePorts;
  /** Ends the session on this device and stops the running account. */
  signOutLocally(): Promise<void>;
  /** Clears the problem log. */
  clearProblems(): void;
  emit(event: EngineEvent): void;
}

interface SignOut extends Pick<DeviceCalls, 'signOut'> {
  /**
   * Removes the data in this browser of the people who requested that. A removal interrupted by a crash is finished at
   * the next start.
   */
  wipeMarked(): Promise<void>;
}

export function createSignOut({
  accounts,
  http,
  databases,
  signOutLocally,
  clearProblems,
  emit,
}: SignOutPorts): SignOut {
  const wipeMarked = singleFlight(async () => {
    for (const identifier of await accounts.markedForWipe()) {
      await openAccountDb(identifier, databases).delete();
      await accounts.remove(identifier);
      clearProblems();
      emit({ type: 'accountWiped', identifier });
    }
  });

  return {
    wipeMarked,
    async signOut({ wipe }) {
      const { identifier = '', deviceId = '' } = accounts.current$.value ?? {};
      // This device signs out even without an answer, because the gateway's tokens expire by themselves.
      await (wipe && deviceId ? http.call('user.signOutDevice', { deviceId }) : http.call('user.logOut', {})).catch(
        () => {},
      );
      if (wipe && identifier) await accounts.markForWipe(identifier);
      await signOutLocally();
      await wipeMarked();
    },
  };
}
