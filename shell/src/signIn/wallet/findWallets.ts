// The wallets of this browser: those that announce themselves (EIP-6963), else `window.ethereum`.

/** The interface of a wallet for pages (EIP-1193). */
export interface Provider {
  request(question: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

export interface Wallet {
  id: string;
  name: string;
  /** A data: URL, or empty. */
  icon: string;
  provider: Provider;
}

interface ProviderDetail {
  info: { uuid: string; name: string; icon: string };
  provider: Provider;
}

/** Milliseconds. Extensions answer at once; a longer wait would delay the person. */
const announceTimeout = 250;

/** Only data: pictures are accepted, because a remote one would reveal the visitor to its server. */
const dataUrl = (icon: unknown): string => (typeof icon === 'string' && icon.startsWith('data:image/') ? icon : '');

const isProvider = (one: unknown): one is Provider => typeof (one as Provider | undefined)?.request === 'function';

/** Returns each wallet once, in the order of their announcements. */
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
