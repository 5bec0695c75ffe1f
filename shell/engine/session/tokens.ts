// The token of the signed-in account, and its refresh.
import { Fault } from '@amber/proto/faults';
import { singleFlight } from '../kit/singleFlight.ts';
import type { Accounts } from './accounts.ts';
import type { Http, TokenHolder } from './http.ts';

interface TokenPorts {
  accounts: Accounts;
  http(): Http;
  unapprovedDevice: NonNullable<TokenHolder['unapprovedDevice']>;
  /** Called when the gateway has ended the session, with the code of the reason. */
  onSessionEnded(code: string): void;
}

export const createTokens = ({ accounts, http, unapprovedDevice, onSessionEnded }: TokenPorts): TokenHolder => ({
  token: () => accounts.current$.value?.token ?? '',
  unapprovedDevice,
  refresh: singleFlight(async () => {
    const account = accounts.current$.value;
    if (!account?.refreshToken) throw new Fault('SIGNED_OUT');
    const { key, refreshToken } = account;
    try {
      await accounts.update(key, await http().call('user.refreshToken', { refreshToken }));
    } catch (thrown) {
      if (Fault.of(thrown).isPassing) throw thrown;
      // Drafts and outbox stay for the next sign-in. Not awaited, because a task that is being stopped may itself wait
      // for this token.
      if (accounts.current$.value?.key === key) onSessionEnded(Fault.of(thrown).code);
      throw new Fault('SIGNED_OUT', { cause: thrown });
    }
  }),
});
