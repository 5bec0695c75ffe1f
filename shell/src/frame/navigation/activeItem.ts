// Which entry of the main navigation stands for an address.

interface Item {
  key: string;
  to: string;
}

/** Beginnings of paths that belong to an entry besides the one it leads to. */
const more: Record<string, readonly string[]> = {
  chat: ['/chat'],
  channels: ['/channels', '/spaces'],
  airdrop: ['/airdrop'],
  settings: ['/settings'],
};

const isBelow = (path: string, start: string): boolean => path === start || path.startsWith(`${start}/`);

/** The key of the entry with the longest match; the home page belongs to the first entry. */
export function activeItem(items: readonly Item[], path: string): string | undefined {
  if (path === '/') return items[0]?.key;
  return items
    .flatMap(({ key, to }) => [to, ...(more[key] ?? [])].map((start) => ({ key, start })))
    .filter(({ start }) => isBelow(path, start))
    .sort((a, b) => b.start.length - a.start.length)[0]?.key;
}
