import { expect, it } from 'vitest';
import { tabIcon } from './tabIcon.ts';

it.each([
  [1, '1'],
  [12, '12'],
  [99, '99'],
  [100, '99+'],
  [12_345, '99+'],
])('R143 the tab’s icon for %i unread messages says %j', (count, text) => {
  const [type, image] = tabIcon(count).split(/,(.*)/);
  expect(type).toBe('data:image/svg+xml');
  expect(decodeURIComponent(image!)).toContain(`>${text}</text>`);
});

it('R143 without unread messages the icon is the plain one', () => {
  expect(tabIcon(0)).toBe('/chat/favicon.svg');
});
