import { expect, test } from 'vitest';
import { activeItem } from './activeItem.ts';

const items = [
  { key: 'chat', to: '/channels/me' },
  { key: 'channels', to: '/channels/recommend' },
  { key: 'ai', to: '/ai' },
  { key: 'contacts', to: '/contacts' },
  { key: 'settings', to: '/settings/account' },
];

test.each([
  ['/', 'chat'],
  ['/channels/me', 'chat'],
  ['/channels/me/c1', 'chat'],
  ['/contacts', 'contacts'],
  ['/contacts/new', 'contacts'],
  ['/channels/s1/c1', 'channels'],
  ['/channels/mellow', 'channels'],
  ['/ai/c1', 'ai'],
  ['/aint', undefined],
  ['/settings/about', 'settings'],
])('%s belongs to %s', (path, key) => {
  expect(activeItem(items, path)).toBe(key);
});
