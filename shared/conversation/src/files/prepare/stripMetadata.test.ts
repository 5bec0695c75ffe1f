import { expect, test } from 'vitest';
import { stripMetadata } from './stripMetadata.ts';

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const big16 = (value: number) => [value >> 8, value & 255];
const big32 = (value: number) => [...big16(value >>> 16), ...big16(value & 65_535)];
const little32 = (value: number) => big32(value).reverse();
const little16 = (value: number) => big16(value).reverse();
const strip = async (mime: string, ...parts: number[][]) => [
  ...new Uint8Array(await (await stripMetadata(new Blob([new Uint8Array(parts.flat())]), mime)).arrayBuffer()),
];

/** A directory with a place in it and how the camera was held. */
const tiff = (orientation: number) => [
  ...ascii('II'),
  ...little16(42),
  ...little32(8),
  ...little16(2),
  ...little16(0x8825),
  ...little16(4),
  ...little32(1),
  ...ascii('GPS!'),
  ...little16(0x0112),
  ...little16(3),
  ...little32(1),
  ...little16(orientation),
  0,
  0,
];
const upright = [...ascii('MM'), 0, 42, ...big32(8), ...big16(1), ...big16(0x0112), ...big16(3), ...big32(1)];
const held = (orientation: number) => [...upright, ...big16(orientation), 0, 0, 0, 0, 0, 0];

const segment = (marker: number, body: number[]) => [0xff, marker, ...big16(body.length + 2), ...body];
const [start, end] = [
  [0xff, 0xd8],
  [0xff, 0xd9],
];
const jfif = segment(0xe0, ascii('JFIF\0'));
const colours = segment(0xe2, ascii('ICC_PROFILE\0sRGB'));
const frame = segment(0xc0, [8, 0, 1, 0, 1]);
/** Bytes that look like markers, and are the picture's own. */
const scan = [...segment(0xda, [1, 2, 3]), 7, 0xff, 0, 0xd9, 0xff, 0xd3, 8];

test('R98 a JPEG goes without place, texts and what hangs behind it; colours and scans stay, byte by byte', async () => {
  const photo = [
    start,
    jfif,
    segment(0xe1, [...ascii('Exif\0\0'), ...tiff(1)]),
    segment(0xe1, ascii('http://ns.adobe.com/xap/1.0/\0<xmp/>')),
    colours,
    segment(0xe2, ascii('MPF\0')),
    segment(0xed, ascii('Photoshop')),
    segment(0xfe, ascii('by Ann')),
    frame,
    [0xff],
    scan,
    scan,
    end,
    ascii('a film'),
  ];
  expect(await strip('image/jpeg', ...photo)).toEqual([start, jfif, colours, frame, scan, scan, end].flat());
});

test('R98 a picture taken with the camera on its side says so still', async () => {
  const exif = (body: number[]) => segment(0xe1, [...ascii('Exif\0\0'), ...body]);
  expect(await strip('image/jpeg', start, exif(tiff(6)), frame, scan, end)).toEqual(
    [start, exif(held(6)), frame, scan, end].flat(),
  );
  const chunk = (name: string, body: number[]) => [
    ...ascii(name),
    ...little32(body.length),
    ...body,
    ...(body.length % 2 ? [0] : []),
  ];
  const webp = (...chunks: number[][]) => [
    ...ascii('RIFF'),
    ...little32(4 + chunks.flat().length),
    ...ascii('WEBP'),
    ...chunks.flat(),
  ];
  const features = (flags: number) => chunk('VP8X', [flags, 0, 0, 0, 1, 0, 0, 1, 0, 0]);
  const pixels = chunk('VP8 ', [1, 2, 3]);
  expect(
    await strip('image/webp', webp(features(0x2c), pixels, chunk('EXIF', tiff(8)), chunk('XMP ', ascii('<x>')))),
  ).toEqual(webp(features(0x28), pixels, chunk('EXIF', held(8))));
  expect(await strip('image/webp', webp(features(0x2c), pixels, chunk('EXIF', tiff(1))))).toEqual(
    webp(features(0x20), pixels),
  );
});

test('R98 a PNG goes without texts and times', async () => {
  const chunk = (name: string, body: number[]) => [...big32(body.length), ...ascii(name), ...body, 1, 2, 3, 4];
  const head = [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a];
  const [size, pixels, last] = [chunk('IHDR', [0, 1]), chunk('IDAT', [5, 6, 7]), chunk('IEND', [])];
  expect(
    await strip(
      'image/png',
      head,
      size,
      chunk('eXIf', tiff(3)),
      chunk('tEXt', ascii('Author\0Ann')),
      chunk('tIME', [1]),
      pixels,
      last,
      ascii('more'),
    ),
  ).toEqual([head, size, pixels, last].flat());
});

test('R98 what has nothing to take out is the same file', async () => {
  const plain = new Blob([new Uint8Array([start, jfif, frame, scan, end].flat())], { type: 'image/jpeg' });
  expect(await stripMetadata(plain, 'image/jpeg')).toBe(plain);
  for (const [mime, head] of [
    ['image/gif', 'GIF89a'],
    ['image/avif', '\0\0\0 ftypavif'],
  ] as const) {
    const drawing = new Blob([new Uint8Array(ascii(`${head} and pixels`))]);
    expect(await stripMetadata(drawing, mime)).toBe(drawing);
  }
  const film = new Blob(['anything']);
  expect(await stripMetadata(film, 'video/mp4')).toBe(film);
});

const gps = segment(0xe1, [...ascii('Exif\0\0'), ...tiff(1)]);
test.each<[string, string, number[][]]>([
  ['a JPEG without an end', 'image/jpeg', [start, gps, frame, scan.slice(0, -5)]],
  ['a JPEG that ends within its metadata', 'image/jpeg', [start, gps.slice(0, 20)]],
  ['a JPEG with bytes between its segments', 'image/jpeg', [start, [0, 0], gps, frame, scan, end]],
  ['a JPEG that is none', 'image/jpeg', [ascii('ftypheic'), gps]],
  [
    'a PNG that ends too early',
    'image/png',
    [[0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a], big32(99), ascii('eXIf'), tiff(1)],
  ],
  ['a PNG that is none', 'image/png', [ascii('<svg/>')]],
  ['a WebP that ends too early', 'image/webp', [ascii('RIFF'), little32(99), ascii('WEBPEXIF'), little32(99), tiff(1)]],
  ['a WebP that is none', 'image/webp', [ascii('RIFF')]],
  ['an AVIF with a place', 'image/avif', [ascii('\0\0\0 ftypavif'), ascii('infeExif'), tiff(1)]],
  ['an AVIF with texts', 'image/avif', [ascii('\0\0\0 ftypavif'), ascii('application/rdf+xml')]],
  ['a GIF with texts', 'image/gif', [ascii('GIF89a'), ascii('XMP DataXMP<xmp/>')]],
  ['a kind that is not known', 'image/heic', [ascii('ftypheic'), tiff(1)]],
])('R98 %s is not passed on as it is', async (_, mime, parts) => {
  await expect(stripMetadata(new Blob([new Uint8Array(parts.flat())]), mime)).rejects.toThrow();
});
