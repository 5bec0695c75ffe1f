import { pathOwner } from '@amber/proto/pathRouting';
import { seedPathOwners } from '@amber/proto/seedPlacements';
import { expect, test } from 'vitest';
import { activeItem } from './activeItem.ts';

const items = [
  { key: 'chats', to: '/channels/me', feature: 'chat' },
  { key: 'spaces', to: '/channels/recommend', feature: 'channels' },
  { key: 'ai', to: '/ai', feature: 'ai' },
  { key: 'airdrop', to: '/airdrop/square', feature: 'airdrop' },
  { key: 'contacts', to: '/contacts', feature: 'chat' },
  { key: 'settings', to: '/settings/account', feature: '' },
];

test.each([
  ['/', 'chats'],
  ['/chat', 'chats'],
  ['/channels/me', 'chats'],
  ['/channels/me/c1', 'chats'],
  ['/contacts', 'contacts'],
  ['/contacts/new', 'contacts'],
  ['/channels/s1/c1', 'spaces'],
  ['/channels/mellow', 'spaces'],
  ['/spaces/s1/join', 'spaces'],
  ['/ai/c1', 'ai'],
  ['/airdrop/1/info', 'airdrop'],
  ['/aint', undefined],
  ['/settings/about', 'settings'],
])('R205 %s belongs to %s', (path, key) => {
  expect(activeItem(items, path, pathOwner(path, seedPathOwners))).toBe(key);
});
