// The five remotes of the first start: their path owners, and placements for releases from before placements existed.
import type { Place, PlaceEntry, PlacePath, Word } from '../gen/types.ts';

/** The path owners at the first start; operators change them later. */
export const seedPathOwners: readonly Word[] = [
  { pattern: '=/', remote: 'chat' },
  { pattern: 'chat', remote: 'chat' },
  { pattern: 'contacts', remote: 'chat' },
  { pattern: 'calls', remote: 'chat' },
  { pattern: '=/channels', remote: 'chat' },
  { pattern: 'channels/me', remote: 'chat' },
  { pattern: 'channels', remote: 'channels' },
  { pattern: 'spaces', remote: 'channels' },
  { pattern: 'ai', remote: 'ai' },
  { pattern: 'moments', remote: 'moments' },
  { pattern: 'airdrop', remote: 'airdrop' },
];

const pathRows = (access: PlacePath['access'], ...paths: string[]): PlacePath[] =>
  paths.map((path) => ({ path, access, fills: false }));
const fullScreenPaths = (...paths: string[]): PlacePath[] =>
  pathRows('members', ...paths).map((row) => ({ ...row, fills: true }));

const entry = (to: string, order: number, icon: string, more: Partial<PlaceEntry> = {}): PlaceEntry => ({
  to,
  order,
  icon,
  underMe: false,
  titles: [],
  badge: 'none',
  ...more,
});

const titlesIn = (en: string, zh: string) => [
  { language: 'en', text: en },
  { language: 'zh-Hans', text: zh },
];

const seedPlacements: Readonly<Record<string, Pick<Place, 'titles' | 'paths' | 'entries'>>> = {
  chat: {
    titles: titlesIn('Chats', '聊天'),
    paths: [
      ...pathRows('members', '/', '/chat', '/channels', '/channels/me'),
      ...fullScreenPaths('/channels/me/:cid'),
      ...pathRows('members', '/contacts', '/contacts/new'),
    ],
    entries: [
      entry(
        '/channels/me',
        10,
        'M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H10l-4.3 3.6a.4.4 0 0 1-.7-.3V16A2.5 2.5 0 0 1 4 13.5z',
        { badge: 'chats' },
      ),
      entry(
        '/contacts',
        60,
        'M8 3.5h9a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2ZM4 8h3M4 12h3M4 16h3M10.6 9.8a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0M9.3 16.5c.4-2 1.7-3 3.5-3s3.1 1 3.5 3',
        { badge: 'applies', underMe: true, titles: titlesIn('Contacts', '联系人') },
      ),
    ],
  },
  channels: {
    titles: titlesIn('Spaces', '空间'),
    paths: [
      ...pathRows('members', '/channels/create', '/channels/recommend'),
      ...fullScreenPaths('/channels/recommend/:sid', '/channels/setting/:sid', '/channels/invite/:sid'),
      ...pathRows('members', '/channels/:sid'),
      ...fullScreenPaths('/channels/:sid/:cid'),
      ...pathRows('visitors', '/spaces/:id/join'),
    ],
    entries: [
      entry(
        '/channels/recommend',
        20,
        'M5.5 9a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M3 19c.6-3.2 3-5 6-5s5.4 1.8 6 5M15.5 5.7a3.5 3.5 0 0 1 0 6.6M17.5 14.6c1.9.7 3.1 2.2 3.5 4.4',
        { badge: 'spaces' },
      ),
    ],
  },
  ai: {
    titles: titlesIn('AI', 'AI'),
    paths: [...pathRows('members', '/ai'), ...fullScreenPaths('/ai/create', '/ai/voice', '/ai/agent', '/ai/:cid')],
    entries: [
      entry(
        '/ai',
        30,
        'M11 4c.7 4.3 2.7 6.3 7 7-4.3.7-6.3 2.7-7 7-.7-4.3-2.7-6.3-7-7 4.3-.7 6.3-2.7 7-7zM18.5 15.5c.3 1.7 1.1 2.5 2.5 2.7-1.4.3-2.2 1.1-2.5 2.8-.3-1.7-1.1-2.5-2.5-2.8 1.4-.2 2.2-1 2.5-2.7z',
        { badge: 'bots' },
      ),
    ],
  },
  moments: {
    titles: titlesIn('Moments', '动态'),
    paths: pathRows('visitors', '/moments'),
    entries: [
      entry(
        '/moments',
        40,
        'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4zM4.5 16 9 11.5l4 4 2.5-2.5 4 4M13.7 8.8a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0-2.6 0',
      ),
    ],
  },
  airdrop: {
    titles: titlesIn('Airdrop', '空投'),
    paths: pathRows('public', '/airdrop/square', '/airdrop/:id/info', '/airdrop/:id/sinfo'),
    entries: [
      entry(
        '/airdrop/square',
        50,
        'M6 11h12a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2zM3 8h18v3H3zM12 8v12M12 8c-4 0-5-4-2.5-4S12 8 12 8zm0 0c4 0 5-4 2.5-4S12 8 12 8z',
        { underMe: true },
      ),
    ],
  },
};

/** Returns the placement of a release without one; null for an unknown remote. */
export const seedPlacementOf = (remote: string): Place | null =>
  Object.hasOwn(seedPlacements, remote)
    ? { ...seedPlacements[remote]!, settings: false, operators: '', tabs: [], news: [] }
    : null;

/**
 * Returns the paths that people rely on: a release of one of the five that removes such a path, or widens its access,
 * is refused.
 */
export const fixedPaths = (remote: string): readonly PlacePath[] => seedPlacementOf(remote)?.paths ?? [];
