// Sign-in by phone and by wallet. With either, a browser is one device of the account.
import type { DeviceCalls } from '@amber/client/bus';
import type { InitReply, LoginReply } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { Accounts } from './accounts.ts';
import type { Http } from './http.ts';

interface SignInPorts {
  accounts: Accounts;
  http: Http;
  /** This device's name in a list of devices. */
  deviceName: string;
  /** Cleanup that must finish before anybody signs in. */
  cleanUp(): Promise<void>;
  /** Stops the account that runs. */
  stop(): Promise<void>;
  /** Runs the account that is signed in now; the gateway's answer says what its database does not know yet. */
  start(initReply: Pick<InitReply, 'aiConversations' | 'deletesAt'>): Promise<void>;
}

/** Phones are compared without the separators between the digits. */
const phoneKey = (phone: string): string => `phone:${phone.replaceAll(/[^+0-9]/g, '')}`;
const walletKey = (address: string): string => `wallet:${address.toLowerCase()}`;

export function createSignIn({
  accounts,
  http,
  deviceName,
  cleanUp,
  stop,
  start,
}: SignInPorts): Pick<DeviceCalls, 'getSms' | 'signIn' | 'walletNonce' | 'signInByWallet' | 'bindWallet'> {
  /** @param proof what `prove` sends; it can be used only once, so a retry of later steps goes on without it. */
  async function signInAs(
    key: string,
    proof: string,
    inviteId: string,
    prove: (deviceId: string) => Promise<LoginReply>,
  ): Promise<void> {
    await cleanUp();
    const known = await accounts.findOrCreate(key);
    const isProved = known.token !== '' && known.proof === proof;
    const { token, refreshToken, identifier: knownIdentifier } = isProved ? known : await prove(known.deviceId);
    // What is stored here, keys above all, belongs to one device, whether by phone or by wallet.
    const deviceId = (knownIdentifier && (await accounts.deviceOf(knownIdentifier))) || known.deviceId;
    await stop();
    // The token first, so that the call after it carries it; pages are notified when the user is known.
    await accounts.signIn({ ...known, deviceId, token, refreshToken, identifier: '', proof });
    const { userInfo, newDevice, name, hasKeys, ...initReply } = await http.call('user.init', {
      token,
      uuid: deviceId,
      inviteId,
      baseInfo: true,
      deviceName,
      system: 'web',
    });
    if (!userInfo) throw new Fault('UNKNOWN');
    const { identifier, avatar, lastName } = userInfo;
    await accounts.update(key, { identifier, avatar, lastName, newDevice, name, proof: '', keysLost: !hasKeys });
    await start(initReply);
  }

  return {
    async getSms({ phone }) {
      const { deviceId } = await accounts.findOrCreate(phoneKey(phone));
      return http.call('login.getSms', { phone, deviceId });
    },
    signIn: ({ phone, code, inviteId = '' }) =>
      signInAs(phoneKey(phone), code, inviteId, (deviceId) =>
        http.call('login.login', { phone, code, appId: limits.appId, deviceId, inviteId }),
      ),
    async walletNonce({ wallet, purpose }) {
      const { deviceId } =
        purpose === 'bind' ? accounts.requireCurrent() : await accounts.findOrCreate(walletKey(wallet));
      return http.call('login.walletNonce', { wallet, deviceId });
    },
    signInByWallet: ({ inviteId = '', ...signed }) =>
      signInAs(walletKey(signed.wallet), signed.signature, inviteId, (deviceId) =>
        http.call('login.loginByWallet', { ...signed, appId: limits.appId, deviceId, inviteId }),
      ),
    async bindWallet(signed) {
      const { deviceId } = accounts.requireCurrent();
      await http.call('user.bindWallet', signed);
      // With either way in, this browser is one device of the account.
      await accounts.addIdentity(walletKey(signed.wallet), deviceId);
    },
  };
}
