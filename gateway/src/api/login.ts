// Signing in by phone or wallet.
import { Fault } from '@amber/proto/faults';
import { walletStatements } from '@amber/proto/walletMessage';
import { checkDeviceId } from '../core/checks.ts';
import type { CallsOf, HandlerPorts } from './handler.ts';
import { newIdentifier } from '../core/identifiers.ts';
import { greetNewcomer } from '../account/newcomer.ts';
import { toClientFault } from '../core/toClientFault.ts';

export const loginCalls = ({
  db,
  sms,
  phoneAccounts,
  signUps,
  wallets,
  tokens,
  limits,
  clock,
}: HandlerPorts): CallsOf<'login'> => {
  function checkClient(appId: number, deviceId: string): void {
    if (appId !== limits.appId) throw new Fault('BAD_REQUEST');
    checkDeviceId(deviceId);
  }

  /**
   * Creates the person who owns this proven phone or wallet, if they do not exist.
   * @throws Fault SIGNUP_CLOSED, SIGNUP_CODE, 300001 where sign-up is restricted.
   */
  const admit = (column: 'phone' | 'wallet', value: string, inviteId: string): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const created = await tx
        .insertInto('person')
        .values({ identifier: newIdentifier(), phone: null, [column]: value, created_at: clock() })
        .onConflict((on) => on.column(column).doNothing())
        .returning('identifier')
        .executeTakeFirst();
      if (!created) return;
      await signUps.admit(tx, inviteId);
      await greetNewcomer(tx, created.identifier, clock());
    });

  const hasAccount = async (phone: string): Promise<boolean> =>
    (await db.selectFrom('person').select('identifier').where('phone', '=', phone).executeTakeFirst()) !== undefined;

  const personWith = async (column: 'phone' | 'wallet', value: string): Promise<string> =>
    (await db.selectFrom('person').select('identifier').where(column, '=', value).executeTakeFirstOrThrow()).identifier;

  /** Starts a session. @throws Fault 200001 when none could be created. */
  const startSession = (identifier: string, deviceId: string) =>
    tokens.startSession(identifier, deviceId).then(
      (pair) => ({ ...pair, identifier }),
      (thrown: unknown) => {
        const fault = toClientFault(thrown);
        throw fault.code === 'UNKNOWN' ? new Fault('200001', { cause: thrown }) : fault;
      },
    );

  return {
    async 'login.getSms'({ phone: text, deviceId, inviteId }, _, { address }) {
      checkDeviceId(deviceId);
      const phone = await phoneAccounts.accountPhone(text);
      const isForAnybody = await signUps.mayMessageNewcomer(inviteId, address);
      await sms.send(phone, deviceId, address, isForAnybody ? undefined : () => hasAccount(phone));
      return { retryAfter: limits.codeResendAfter };
    },

    async 'login.login'({ phone: text, code, appId, deviceId, inviteId }, _, { address }) {
      checkClient(appId, deviceId);
      const phone = await phoneAccounts.accountPhone(text);
      await sms.redeem(phone, deviceId, code, address, () => admit('phone', phone, inviteId));
      return startSession(await personWith('phone', phone), deviceId);
    },

    async 'login.walletNonce'({ wallet, deviceId }, _, { address }) {
      checkDeviceId(deviceId);
      return wallets.nonceFor(wallet, deviceId, address);
    },

    async 'login.loginByWallet'({ wallet, appId, message, signature, deviceId, inviteId }, _, { host }) {
      checkClient(appId, deviceId);
      const address = await wallets.verifyProof({
        wallet,
        device: deviceId,
        message,
        signature,
        statement: walletStatements.signIn,
        host,
        admit: (proved) => admit('wallet', proved, inviteId),
      });
      return startSession(await personWith('wallet', address), deviceId);
    },
  };
};
