// Proof of wallet ownership: issues the text to sign, and verifies the signature.
import { randomBytes } from 'node:crypto';
import type { WalletNonceReply } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { readWalletMessage } from '@amber/proto/walletMessage';
import { isLoopback, networkOf } from '../../core/address.ts';
import { checksummed, isAddress, signerOf } from './ethereum.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

interface WalletPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'quotas'> {
  publicUrl: string | undefined;
}

/** A text that a wallet signed, and the purpose of the signature. */
export interface WalletProof {
  wallet: string;
  device: string;
  message: string;
  signature: string;
  /** The purpose that the message must state. */
  statement: string;
  /** The requested host, with its port. */
  host: string;
  /** When it throws, the nonce can be used again. */
  admit?: (wallet: string) => Promise<void>;
}

/** The clock skew allowed between two honest machines. */
const clockSkew = 60_000;
const isLoopbackHost = (host: string): boolean =>
  isLoopback(new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, ''));

export function createWallets({ db, clock, limits, quotas, publicUrl }: WalletPorts) {
  /**
   * The one host whose pages may request a signature. A host taken from the request could be that of a phishing page,
   * which had the wallet sign in its own name: without PUBLIC_URL only this machine counts.
   */
  function pageHost(host: string): string | null {
    if (publicUrl) return new URL(publicUrl).host;
    return URL.canParse(`http://${host}`) && (host.startsWith('localhost:') || isLoopbackHost(host)) ? host : null;
  }

  const isPageOf = (uri: string, domain: string): boolean =>
    URL.canParse(uri) && /^https?:$/.test(new URL(uri).protocol) && new URL(uri).host === domain;

  return {
    /**
     * Returns a text to sign, for this wallet on this device.
     * @throws Fault BAD_REQUEST for an invalid address, TOO_MANY when this network exceeds its limit.
     */
    async nonceFor(wallet: string, device: string, address: string): Promise<WalletNonceReply> {
      if (!isAddress(wallet)) throw new Fault('BAD_REQUEST');
      const budget = { key: `wallet/from/${networkOf(address)}`, limit: limits.walletNoncesPerNetwork };
      if (!isLoopback(address)) await quotas.enforce([budget]);
      const [nonce, issuedAt] = [randomBytes(16).toString('hex'), clock()];
      await db
        .insertInto('wallet_nonce')
        .values({ nonce, wallet: wallet.toLowerCase(), device, issued_at: issuedAt })
        .execute();
      return {
        nonce,
        address: checksummed(wallet),
        chainId: limits.walletChain,
        issuedAt,
        expiresAt: issuedAt + limits.walletNonceTtl,
      };
    },

    /**
     * Returns the verified wallet's address in lower case. Any use of a nonce, right or wrong, uses it up.
     * @throws Fault 200002 when it was too late, 200003 for everything else.
     */
    async verifyProof({ wallet, device, message, signature, statement, host, admit }: WalletProof): Promise<string> {
      const signedMessage = readWalletMessage(message);
      const address = wallet.toLowerCase();
      const issued =
        signedMessage &&
        (await db
          .deleteFrom('wallet_nonce')
          .where('nonce', '=', signedMessage.nonce)
          .where('wallet', '=', address)
          .where('device', '=', device)
          .returning('issued_at')
          .executeTakeFirst());
      if (!issued) throw new Fault('200003');
      const signer = signerOf(message, signature);
      const domain = pageHost(host);
      const [now, until] = [clock(), issued.issued_at + limits.walletNonceTtl];
      const isValid =
        signer?.toLowerCase() === address &&
        signedMessage.address === signer &&
        domain !== null &&
        signedMessage.domain === domain &&
        isPageOf(signedMessage.uri, domain) &&
        signedMessage.statement === statement &&
        signedMessage.chainId === limits.walletChain &&
        signedMessage.issuedAt >= issued.issued_at - clockSkew &&
        signedMessage.issuedAt <= Math.max(now, issued.issued_at) + clockSkew &&
        signedMessage.expiresAt <= until;
      if (!isValid) throw new Fault('200003');
      if (now >= until || now >= signedMessage.expiresAt) throw new Fault('200002');
      await admit?.(address).catch(async (thrown: unknown) => {
        await db
          .insertInto('wallet_nonce')
          .values({ nonce: signedMessage.nonce, wallet: address, device, issued_at: issued.issued_at })
          .execute();
        throw thrown;
      });
      return address;
    },

    async dropOld(): Promise<void> {
      await db
        .deleteFrom('wallet_nonce')
        .where('issued_at', '<', clock() - limits.walletNonceTtl)
        .execute();
    },
  };
}
