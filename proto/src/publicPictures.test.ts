import { expect, test } from 'vitest';
import { digestOf, inSize, picturePath, imageSources } from './publicPictures.ts';

const digest = '0123456789abcdef'.repeat(4);
const path = picturePath(digest);

test('a picture of somebody’s own comes in sizes, a prepared one in one', () => {
  expect(digestOf(path)).toBe(digest);
  expect(imageSources(path)).toEqual({
    src: inSize(path, 256),
    srcSet: [64, 256, 1024].map((size) => `/chat/pictures/${digest}/${size}.webp ${size}w`).join(', '),
  });
  for (const prepared of ['/chat/avatars/01.svg', '/chat/pictures/welcomeBanner.svg'])
    expect(imageSources(prepared)).toEqual({ src: prepared });
});

test.each([
  '',
  'https://elsewhere.example/face.png',
  '//elsewhere.example/chat/avatars/01.svg',
  'data:image/svg+xml,<svg/>',
  'javascript:alert(1)',
  'blob:http://localhost/1',
  '/chat/avatars/../../gateway/live',
  '/chat/avatars/01.svg?to=elsewhere',
  '/chat/avatars/01.svg#x',
  '/chat/avatars/%2e%2e/01.svg',
  '/files/chat/0123456789abcdef0123456789abcdef0123',
  '/chat/remotes/chat/1.0.0/face.svg',
  inSize(path, 64),
  path.toUpperCase(),
  `${path} 2x, https://elsewhere.example/face.png`,
  `${path}\n`,
])('T12 a page does not fetch %j as a picture', (text) => {
  expect(imageSources(text)).toBeUndefined();
});
