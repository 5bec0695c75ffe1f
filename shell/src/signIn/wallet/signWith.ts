// Gets a wallet's address and signature, on the right network.
import type { WalletSignature } from '@amber/client/bus';
import type { WalletNonceReply } from '@amber/proto';
import { Fault, type FaultCode } from '@amber/proto/faults';
import { writeWalletMessage } from '@amber/proto/walletMessage';
import type { Provider } from './findWallets.ts';

interface SignPorts {
  /** Returns the nonce that the gateway wants this address to sign. */
  fetchNonce(wallet: string): Promise<WalletNonceReply>;
  /** The purpose of the signature, which the wallet shows. */
  statement: string;
  /** The page that requests the signature. */
  page: { host: string; origin: string };
}

/** Error codes of wallets: the person declined (EIP-1193), and unknown network. */
const userRejected = 4001;

const hex = (text: string): string =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** @throws Fault WALLET_DECLINED when the person declined, else `code`. */
async function requestProvider(
  provider: Provider,
  method: string,
  params: readonly unknown[] = [],
  code: FaultCode = 'WALLET_FAILED',
): Promise<unknown> {
  try {
    return await provider.request({ method, params });
  } catch (cause) {
    throw new Fault((cause as { code?: unknown } | null)?.code === userRejected ? 'WALLET_DECLINED' : code, { cause });
  }
}

async function accountOf(provider: Provider, method: 'eth_requestAccounts' | 'eth_accounts'): Promise<string> {
  const [account] = (await requestProvider(provider, method)) as unknown[];
  if (typeof account !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(account)) throw new Fault('WALLET_FAILED');
  return account.toLowerCase();
}

async function switchChain(provider: Provider, chainId: number): Promise<void> {
  const current = async () => Number(await requestProvider(provider, 'eth_chainId'));
  if ((await current()) === chainId) return;
  try {
    await requestProvider(provider, 'wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }]);
  } catch (cause) {
    throw new Fault('WALLET_CHAIN', { cause });
  }
  if ((await current()) !== chainId) throw new Fault('WALLET_CHAIN');
}

/**
 * Returns a signature by the wallet's account. The person confirms at most twice: sharing the address, and the message.
 * @throws Fault WALLET_DECLINED, WALLET_CHAIN, WALLET_CHANGED, WALLET_FAILED, or what `fetchNonce` throws.
 */
export async function signWith(
  provider: Provider,
  { fetchNonce, statement, page }: SignPorts,
): Promise<WalletSignature> {
  const wallet = await accountOf(provider, 'eth_requestAccounts');
  const nonce = await fetchNonce(wallet);
  await switchChain(provider, nonce.chainId);
  const message = writeWalletMessage({ ...nonce, statement, domain: page.host, uri: `${page.origin}/chat/` });
  const signature = await requestProvider(provider, 'personal_sign', [hex(message), nonce.address]);
  if (typeof signature !== 'string') throw new Fault('WALLET_FAILED');
  // If the account was switched while the wallet was open, it is unclear whose signature this is.
  if ((await accountOf(provider, 'eth_accounts')) !== wallet) throw new Fault('WALLET_CHANGED');
  return { wallet, message, signature };
}
