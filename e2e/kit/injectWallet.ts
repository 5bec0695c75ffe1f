// A wallet in a test's browser: announced to the page as extensions do (EIP-6963), with its key in the test's process.
import type { TestWallet } from '@amber/gateway/testing/wallet';
import type { BrowserContext } from '@playwright/test';

interface InjectedWallet {
  name: string;
  /** The wallet's behaviour, which a test may change. */
  behaviour: {
    declines?: 'connect' | 'sign';
    chain?: string;
    refusesChainSwitch?: boolean;
    /** Signing waits for this promise. */ signAfter?: Promise<void>;
    /** The account after the signature. */ switchesTo?: TestWallet;
  };
}

/** Must be called before the page is opened. Every signature is recorded in `signed`. */
export async function injectWallet(
  context: BrowserContext,
  wallet: TestWallet,
  name = 'Test Wallet',
): Promise<InjectedWallet & { signed: string[] }> {
  const injected: InjectedWallet & { signed: string[] } = { name, behaviour: {}, signed: [] };
  let current = wallet;
  const decline = { error: { code: 4001, message: 'User rejected the request.' } };

  async function handleRequest(
    method: string,
    params: unknown[],
  ): Promise<{ result?: unknown; error?: { code: number; message: string } }> {
    const { behaviour } = injected;
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return behaviour.declines === 'connect' ? decline : { result: [current.address] };
      case 'eth_chainId':
        return { result: behaviour.chain ?? '0x1' };
      case 'wallet_switchEthereumChain':
        if (behaviour.refusesChainSwitch) return decline;
        behaviour.chain = (params[0] as { chainId: string }).chainId;
        return { result: null };
      case 'personal_sign': {
        await behaviour.signAfter;
        if (behaviour.declines === 'sign') return decline;
        const text = Buffer.from((params[0] as string).slice(2), 'hex').toString();
        injected.signed.push(text);
        const result = current.sign(text);
        current = behaviour.switchesTo ?? current;
        return { result };
      }
      default:
        return { error: { code: -32_601, message: `no such method: ${method}` } };
    }
  }

  const binding = `__wallet${name.replaceAll(/\W/g, '')}`;
  await context.exposeBinding(binding, (_, method: string, params: unknown[]) => handleRequest(method, params ?? []));
  await context.addInitScript(
    ({ bindingName, title }) => {
      const sendRequest = (
        globalThis as unknown as Record<
          string,
          (method: string, params: unknown) => Promise<{ result?: unknown; error?: object }>
        >
      )[bindingName]!;
      const provider = {
        async request({ method, params }: { method: string; params?: unknown }) {
          const { result, error } = await sendRequest(method, params);
          if (error) throw error;
          return result;
        },
      };
      const info = {
        uuid: bindingName,
        name: title,
        rdns: 'test.wallet',
        icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
      };
      const announce = () =>
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
      addEventListener('eip6963:requestProvider', announce);
      announce();
    },
    { bindingName: binding, title: name },
  );
  return injected;
}
