import { Fault } from '@amber/proto/faults';
import { readWalletMessage } from '@amber/proto/walletMessage';
import { describe, expect, it } from 'vitest';
import { signWith } from './signWith.ts';

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const given = { nonce: '0123456789abcdef', address, chainId: 1, issuedAt: 1_000, expiresAt: 301_000 };

/** A wallet that does as it is told; `answers` are what it does instead. */
function wallet(answers: Record<string, (params: readonly unknown[]) => unknown> = {}) {
  const asked: string[] = [];
  const usual: typeof answers = {
    eth_requestAccounts: () => [address],
    eth_accounts: () => [address],
    eth_chainId: () => '0x1',
    personal_sign: () => '0xsigned',
  };
  return {
    asked,
    async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
      asked.push(method);
      const answer = answers[method] ?? usual[method];
      if (!answer) throw Object.assign(new Error('no such method'), { code: -32601 });
      return answer(params);
    },
  };
}
const decline = () => {
  throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
};
const ports = {
  fetchNonce: async () => given,
  statement: 'Sign in.',
  page: { host: 'chat.example', origin: 'https://chat.example' },
};
const sign = (provider: ReturnType<typeof wallet>) => signWith(provider, ports);
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no fault',
    (thrown: unknown) => Fault.of(thrown).code,
  );

describe('R4 what a wallet is asked', () => {
  it('R4 the message names this page, and the signature goes with it', async () => {
    let shown = '';
    const provider = wallet({
      personal_sign: ([text]) => {
        shown = Buffer.from((text as string).slice(2), 'hex').toString();
        return '0xsigned';
      },
    });
    const signed = await sign(provider);
    expect(signed).toEqual({ wallet: address.toLowerCase(), message: shown, signature: '0xsigned' });
    expect(readWalletMessage(shown)).toEqual({
      ...given,
      statement: 'Sign in.',
      domain: 'chat.example',
      uri: 'https://chat.example/chat/',
    });
    expect(provider.asked).toEqual(['eth_requestAccounts', 'eth_chainId', 'personal_sign', 'eth_accounts']);
  });

  it('R4 a wallet on another network is brought to the right one', async () => {
    let chain = '0x89';
    const provider = wallet({
      eth_chainId: () => chain,
      wallet_switchEthereumChain: ([to]) => {
        chain = (to as { chainId: string }).chainId;
        return null;
      },
    });
    await sign(provider);
    expect(chain).toBe('0x1');
  });

  it.each<[string, Parameters<typeof wallet>[0], string]>([
    ['the address is not given', { eth_requestAccounts: decline }, 'WALLET_DECLINED'],
    ['there is no account', { eth_requestAccounts: () => [] }, 'WALLET_FAILED'],
    ['the account is no address', { eth_requestAccounts: () => ['me'] }, 'WALLET_FAILED'],
    ['the network is not changed', { eth_chainId: () => '0x89', wallet_switchEthereumChain: decline }, 'WALLET_CHAIN'],
    ['the network is not known', { eth_chainId: () => '0x89' }, 'WALLET_CHAIN'],
    [
      'the network only seems to change',
      { eth_chainId: () => '0x89', wallet_switchEthereumChain: () => null },
      'WALLET_CHAIN',
    ],
    ['the signature is not given', { personal_sign: decline }, 'WALLET_DECLINED'],
    [
      'the signature fails',
      {
        personal_sign: () => {
          throw new Error('broken');
        },
      },
      'WALLET_FAILED',
    ],
    ['the signature is none', { personal_sign: () => null }, 'WALLET_FAILED'],
    ['the account was changed meanwhile', { eth_accounts: () => [`0x${'1'.repeat(40)}`] }, 'WALLET_CHANGED'],
    ['the wallet was locked meanwhile', { eth_accounts: () => [] }, 'WALLET_FAILED'],
  ])('R4 when %s it says so', async (_, answers, code) => {
    expect(await codeOf(sign(wallet(answers)))).toBe(code);
  });

  it('R4 each of these has words of its own', () => {
    const codes = ['NO_WALLET', 'WALLET_DECLINED', 'WALLET_CHANGED', 'WALLET_CHAIN', 'WALLET_FAILED', 'WALLET_TAKEN'];
    expect(new Set(codes.map((code) => new Fault(code).message)).size).toBe(codes.length);
  });

  it('R4 nothing is signed when the gateway gives nothing to sign', async () => {
    const provider = wallet();
    expect(
      await codeOf(
        signWith(provider, {
          ...ports,
          fetchNonce: async () => {
            throw new Fault('NO_RESPONSE');
          },
        }),
      ),
    ).toBe('NO_RESPONSE');
    expect(provider.asked).not.toContain('personal_sign');
  });
});
