import { expect, test } from 'vitest';
import { limits } from './limits.ts';
import { isSafeToDecode, readPictureInfo } from './pictureInfo.ts';

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const big16 = (value: number) => [value >> 8, value & 255];
const big32 = (value: number) => [...big16(value >>> 16), ...big16(value & 65_535)];
const little16 = (value: number) => [value & 255, value >> 8];
const little24 = (value: number) => [...little16(value & 65_535), value >> 16];
const bytes = (...parts: number[][]) => new Uint8Array(parts.flat()).buffer;
const none = (length: number) => Array<number>(length).fill(0);

const png = (width: number, height: number) =>
  bytes([0x89], ascii('PNG\r\n'), [0x1a, 0x0a], big32(13), ascii('IHDR'), big32(width), big32(height), none(5));
const jpeg = bytes(
  [0xff, 0xd8, 0xff, 0xe1],
  big16(8),
  none(6),
  [0xff, 0xff, 0xc4],
  big16(4),
  none(2),
  [0xff, 0xc2],
  big16(11),
  [8],
  big16(3024),
  big16(4032),
  none(6),
);
const webp = (chunk: string, ...rest: number[][]) =>
  bytes(ascii('RIFF'), none(4), ascii('WEBP'), ascii(chunk), none(4), ...rest);

test.each([
  ['image/png', png(640, 480), 640, 480],
  ['image/jpeg', jpeg, 4032, 3024],
  ['image/gif', bytes(ascii('GIF89a'), little16(320), little16(200), none(8)), 320, 200],
  ['image/webp', webp('VP8 ', none(6), little16(800), little16(600)), 800, 600],
  ['image/webp', webp('VP8L', [0x2f], [0x1f, 0xc3, 0x95, 0x00], none(4)), 800, 600],
  ['image/webp', webp('VP8X', none(4), little24(19_999), little24(99)), 20_000, 100],
  [
    'image/avif',
    bytes(
      big32(24),
      ascii('ftypavif'),
      none(12),
      ascii('ispe'),
      none(4),
      big32(64),
      big32(64),
      ascii('ispe'),
      none(4),
      big32(1920),
      big32(1080),
    ),
    1920,
    1080,
  ],
])('R98 a %s tells its size in its first bytes', (mime, head, width, height) => {
  expect(readPictureInfo(head)).toEqual({ mime, width, height });
});

test('T12 what is no picture by its bytes is none, whatever it is called', () => {
  for (const text of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!doctype html><script>alert(1)</script>',
    '%PDF-1.7',
    'GIF',
    '',
  ])
    expect(readPictureInfo(bytes(ascii(text)))).toBeNull();
});

test('T12 a picture whose head ends too early, or leads in a circle, is none', () => {
  for (let length = 0; length < jpeg.byteLength - 7; length += 1)
    expect(readPictureInfo(jpeg.slice(0, length))).toBeNull();
  expect(readPictureInfo(bytes([0xff, 0xd8], Array<number>(64).fill(0xff)))).toBeNull();
});

const box = (type: string, ...parts: number[][]) => {
  const content = parts.flat();
  return [...big32(content.length + 8), ...ascii(type), ...content];
};
const ispe = (side: number) => box('ispe', none(4), big32(side), big32(side));

test('T12 an AVIF that calls itself small is as large as its largest tile', () => {
  const primaryItem = box('pitm', none(4), big16(1));
  // The primary item has the first of the two sizes.
  const properties = box(
    'iprp',
    box('ipco', ispe(64), ispe(50_000)),
    box('ipma', none(4), big32(1), big16(1), [1], [0x81]),
  );
  const meta = box('meta', none(4), primaryItem, properties);
  const info = readPictureInfo(bytes(box('ftyp', ascii('avif'), none(4), ascii('avif')), meta))!;
  expect(info).toEqual({ mime: 'image/avif', width: 50_000, height: 50_000 });
  expect(isSafeToDecode(info)).toBe(false);
});

test('T12 pictures that would fill the memory are not decoded', async () => {
  const side = Math.sqrt(limits.picturePixelsMax);
  expect(isSafeToDecode({ width: side, height: side })).toBe(true);
  expect(isSafeToDecode({ width: side + 1, height: side })).toBe(false);
  expect(isSafeToDecode({ width: 50_000, height: 1 })).toBe(false);
  expect(isSafeToDecode({ width: 0, height: 10 })).toBe(false);
  expect(isSafeToDecode(readPictureInfo(png(640, 480))!)).toBe(true);
  expect(isSafeToDecode(readPictureInfo(png(50_000, 50_000))!)).toBe(false);
});
