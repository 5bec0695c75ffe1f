// The wallets of this browser: those that announce themselves (EIP-6963), else `window.ethereum`.

/** What a wallet offers to pages (EIP-1193). */
export interface Provider {
  request(question: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

export interface Wallet {
  id: string;
  name: string;
  /** A data: address, or empty. */
  icon: string;
  provider: Provider;
}

interface ProviderDetail {
  info: { uuid: string; name: string; icon: string };
  provider: Provider;
}

/** Extensions answer at once; later answers would be slower than a person. */
const announceTimeout = 250;

/** Only data: pictures; a remote one would tell that server who is here. */
const dataUrl = (icon: unknown): string => (typeof icon === 'string' && icon.startsWith('data:image/') ? icon : '');

const isProvider = (one: unknown): one is Provider => typeof (one as Provider | undefined)?.request === 'function';

/** Each wallet once, in the order they answer. */
export async function findWallets(page: EventTarget & { ethereum?: unknown } = window): Promise<Wallet[]> {
  const found = new Map<string, Wallet>();
  const onAnnounced = (event: Event) => {
    const { info, provider } = ((event as CustomEvent<ProviderDetail | undefined>).detail ??
      {}) as Partial<ProviderDetail>;
    if (!info || !isProvider(provider)) return;
    const id = String(info.uuid);
    if (!found.has(id)) found.set(id, { id, name: String(info.name).slice(0, 40), icon: dataUrl(info.icon), provider });
  };
  page.addEventListener('eip6963:announceProvider', onAnnounced);
  page.dispatchEvent(new Event('eip6963:requestProvider'));
  await new Promise((resolve) => {
    setTimeout(resolve, announceTimeout);
  });
  page.removeEventListener('eip6963:announceProvider', onAnnounced);
  if (found.size === 0 && isProvider(page.ethereum))
    return [{ id: 'page', name: '', icon: '', provider: page.ethereum }];
  return [...found.values()];
}
