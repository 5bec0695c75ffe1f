// Sign-in by phone and by wallet. Either way, a browser is one device of the account. It is a separate chunk, because
// whoever has signed in does not need it.
import type { DeviceCalls } from '@amber/client/bus';
import { type AccountDb, type DatabasePorts, openAccountDb } from '@amber/client/db';
import type { InitReply, InitRequest, LoginReply } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { putIdentityRow } from '../keys/identityRows.ts';
import { knownTimes } from '../rows/knownTimes.ts';
import { putBot } from '../rows/people/bots.ts';
import { putContacts } from '../rows/people/contacts.ts';
import { putDeletion } from './accountDeletion.ts';
import type { Accounts } from './accounts.ts';
import type { Http } from './http.ts';

export interface SignInPorts {
  databases: DatabasePorts;
  accounts: Accounts;
  http: Http;
  /** The name of this device in lists of devices. */
  deviceName: string;
  /** Runs the cleanup that must finish before anybody signs in. */
  cleanUp(): Promise<void>;
  /** Stops the running account. */
  stop(): Promise<void>;
  /** Starts the signed-in account; `storeReply` stores the gateway's answer in its database. */
  start(storeReply: (db: AccountDb) => Promise<void>): Promise<void>;
}

export type SignIn = Pick<DeviceCalls, 'getSms' | 'signIn' | 'walletNonce' | 'signInByWallet' | 'bindWallet'>;

/** Stores the part of a sign-in's answer that belongs to the account's database. */
const putReply = (
  db: AccountDb,
  reply: Pick<InitReply, 'aiConversations' | 'conversationTime' | 'contacts' | 'deletesAt'>,
): Promise<void> =>
  db.transaction('rw', [db.bots, db.identity, db.contacts, db.members, db.conversations], async () => {
    for (const bot of reply.aiConversations) await putBot(db, bot);
    await putIdentityRow(db, 'bots', { at: reply.conversationTime });
    await putContacts(db, reply.contacts);
    await putDeletion(db, reply.deletesAt);
  });

/** Phone numbers are compared without separators. */
const phoneKey = (phone: string): string => `phone:${phone.replaceAll(/[^+0-9]/g, '')}`;
const walletKey = (address: string): string => `wallet:${address.toLowerCase()}`;

export function createSignIn({ accounts, http, deviceName, cleanUp, databases, stop, start }: SignInPorts): SignIn {
  /** Returns since when this person's data in this browser needs changes; their account must not be running. */
  async function timesOf(identifier: string): Promise<Pick<InitRequest, 'conversationTime' | 'contactTime'>> {
    const nothing = { conversationTime: 0, contactTime: 0 };
    if (!(await accounts.hasData(identifier))) return nothing;
    const db = openAccountDb(identifier, databases);
    // Without an answer from the storage, the gateway sends everything.
    return knownTimes(db)
      .catch(() => nothing)
      .finally(() => db.close());
  }

  /**
   * Signs in and starts the account.
   * @param proof the code or signature that `prove` sends. It can be used only once, so a retry of later steps skips
   * `prove`.
   */
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
    // Stored data, keys above all, belongs to one device, whether the sign-in is by phone or by wallet.
    const deviceId = (knownIdentifier && (await accounts.deviceOf(knownIdentifier))) || known.deviceId;
    await stop();
    const times = await timesOf(knownIdentifier);
    // The token is stored first, so that the next call sends it; pages are notified when the user is known.
    await accounts.signIn({ ...known, deviceId, token, refreshToken, identifier: '', proof });
    const { userInfo, newDevice, name, hasKeys, ...initReply } = await http.call('user.init', {
      token,
      uuid: deviceId,
      inviteId,
      baseInfo: true,
      ...times,
      deviceName,
      system: 'web',
    });
    if (!userInfo) throw new Fault('UNKNOWN');
    const { identifier, avatar, lastName } = userInfo;
    await accounts.update(key, { identifier, avatar, lastName, newDevice, name, proof: '', keysLost: !hasKeys });
    await start((db) => putReply(db, initReply));
  }

  return {
    async getSms(request) {
      const { deviceId } = await accounts.findOrCreate(phoneKey(request.phone));
      return http.call('login.getSms', { ...request, deviceId });
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
      // With either way of signing in, this browser is one device of the account.
      await accounts.addIdentity(walletKey(signed.wallet), deviceId);
    },
  };
}
