// A test wallet: a key, and its signatures.
import { randomBytes } from 'node:crypto';
import type { LoginByWalletRequest } from '@amber/proto';
import { type WalletMessage, walletStatements, writeWalletMessage } from '@amber/proto/walletMessage';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { addressOfKey, personalHash } from '../people/signIn/ethereum.ts';
import { call } from './client.ts';

export type TestWallet = ReturnType<typeof testWallet>;

/** Creates a wallet with this 32-byte key, or a new one. */
export function testWallet(key: Uint8Array = randomBytes(32)) {
  return {
    address: addressOfKey(secp256k1.getPublicKey(key, false)),
    /** Signs a text as `personal_sign` does. */
    sign(text: string): string {
      const [recovery, ...signature] = secp256k1.sign(personalHash(text), key, { prehash: false, format: 'recovered' });
      return `0x${Buffer.from([...signature, recovery! + 27]).toString('hex')}`;
    },
  };
}

/** The text that a page asks this wallet to sign, with the gateway's nonce; `change` is an attacker's modification. */
export async function signInMessage(
  { url }: { url: string },
  { address }: TestWallet,
  { deviceId = 'd', statement = walletStatements.signIn as string, change = {} as Partial<WalletMessage> } = {},
): Promise<string> {
  const nonceReply = await call(url, 'login.walletNonce', { wallet: address, deviceId });
  return writeWalletMessage({ ...nonceReply, domain: new URL(url).host, statement, uri: `${url}/chat/`, ...change });
}

/** A complete sign-in request. */
export async function signInRequest(
  gateway: { url: string },
  wallet: TestWallet,
  options: Parameters<typeof signInMessage>[2] = {},
): Promise<LoginByWalletRequest> {
  const message = await signInMessage(gateway, wallet, options);
  return {
    wallet: wallet.address,
    appId: 1,
    message,
    signature: wallet.sign(message),
    deviceId: options.deviceId ?? 'd',
    inviteId: '',
  };
}
