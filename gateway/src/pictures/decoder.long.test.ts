import { fork } from 'node:child_process';
import { deflateSync } from 'node:zlib';
import { limits } from '@amber/proto/limits';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { outcomeCode } from '../testing/client.ts';
import { blankPng, chunk, gifOf, plain, pngOf } from '../testing/pictures.ts';
import { createDecoder } from './decoder.ts';

const log = { warn: () => undefined };
const decoder = createDecoder({ limits, log });
afterAll(() => decoder.close());

const payload = '<script>alert(document.cookie)</script>';
const jpeg = await plain().jpeg().toBuffer();
const isoFile = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`), Buffer.alloc(200)]);
/** A PNG whose header was changed to claim this size. */
const claims = (width: number, height: number) => pngOf(width, height, deflateSync(Buffer.alloc(20)));
const gifClaims = gifOf(1, { width: 65_535, height: 65_535 });
function jpegClaims(side: number): Buffer {
  const bytes = Buffer.from(jpeg);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(side, frame + 5);
  bytes.writeUInt16BE(side, frame + 7);
  return bytes;
}

test.each<[string, Buffer | string]>([
  ['nothing', ''],
  ['one byte', '\xff'],
  ['SVG', `<svg xmlns="http://www.w3.org/2000/svg">${payload}</svg>`],
  ['SVG after an XML head', `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`],
  ['HTML', `<!doctype html>${payload}`],
  ['PDF', '%PDF-1.7\n1 0 obj'],
  ['PostScript', '%!PS-Adobe-3.0 EPSF-3.0'],
  ['TIFF', await plain().tiff().toBuffer()],
  ['BMP', 'BM\x36\x00\x00\x00\x00\x00'],
  ['ICO', '\x00\x00\x01\x00\x01\x00'],
  ['JPEG 2000', '\x00\x00\x00\x0cjP  \r\n\x87\n'],
  ['HEIC', isoFile('heic')],
  ['HEIF sequence', isoFile('msf1')],
  ['MP4', isoFile('isom')],
  ['ZIP', 'PK\x03\x04'],
  ['ImageMagick script', 'push graphic-context\nimage over 0,0 0,0 "https://127.0.0.1/"\npop graphic-context'],
])('T12 %s is not a picture that browsers show', async (_, bytes) => {
  expect(await outcomeCode(decoder.decode(Buffer.from(bytes as string, 'latin1')))).toBe('PICTURE_FORMAT');
});

test.each([
  ['PNG of 50,000 x 50,000', claims(50_000, 50_000)],
  ['PNG of 50,000 x 1', claims(50_000, 1)],
  ['PNG of 2^31 x 2^31', claims(2_147_483_647, 2_147_483_647)],
  ['GIF of 65,535 x 65,535', gifClaims],
  ['JPEG of 65,500 x 65,500', jpegClaims(65_500)],
])('T12 %s has too many pixels', async (_, bytes) => {
  expect(await outcomeCode(decoder.decode(bytes))).toBe('PICTURE_TOO_BIG');
});

test.each([
  ['JPEG that ends early', jpeg.subarray(0, jpeg.length / 2)],
  ['PNG without data', claims(10, 0x20)],
  ['GIF without a frame', gifOf(0)],
])('T12 %s is damaged', async (_, bytes) => {
  expect(await outcomeCode(decoder.decode(bytes))).toBe('PICTURE_BROKEN');
});

const exif = { IFD0: { Copyright: payload }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 0/1' } };
test.each<[string, Buffer]>([
  ['JPEG with a place and a comment', await plain().withExif(exif).withIccProfile('p3').jpeg().toBuffer()],
  ['JPEG that goes on as HTML and as ZIP', Buffer.concat([jpeg, Buffer.from(`${payload}PK\x03\x04`)])],
  ['GIF that is a script too', gifOf(1, { comment: `*/=1;alert(1)/*${payload}` })],
  ['GIF of 2,000 frames', gifOf(2_000)],
  ['PNG with text', pngOf(9, 9, deflateSync(Buffer.alloc(90)), chunk('tEXt', Buffer.from(`Comment\0${payload}`)))],
  [
    'PNG with 200 MB of compressed text',
    pngOf(
      9,
      9,
      deflateSync(Buffer.alloc(90)),
      chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(200_000_000))])),
    ),
  ],
  ['PNG of 49 million pixels in 48 kB', blankPng(7_000, 7_000)],
  ['PNG of 20,000 x 1', blankPng(20_000, 1)],
  ['WebP', await plain().webp().toBuffer()],
  ['AVIF', await plain().avif({ effort: 0 }).toBuffer()],
  ['CMYK JPEG', await plain().toColourspace('cmyk').jpeg().toBuffer()],
  ['PNG of 16 bits', await plain().toColourspace('rgb16').png().toBuffer()],
])('R223 T12 %s is made again, with nothing else of the file in it', async (_, bytes) => {
  const sizes = await decoder.decode(bytes);
  expect(sizes).toHaveLength(3);
  for (const [index, side] of [64, 256, 1024].entries()) {
    const { format, width, height, pages, space, exif, icc, xmp, iptc, comments } = await sharp(
      sizes[index],
    ).metadata();
    expect({ format, space, pages, exif, icc, xmp, iptc, comments }).toEqual({ format: 'webp', space: 'srgb' });
    expect(Math.max(width, height)).toBeLessThanOrEqual(side);
    expect(Buffer.from(sizes[index]!).includes('alert')).toBe(false);
  }
});

test('as its camera was held; what is transparent stays so', async () => {
  const turned = await decoder.decode(await plain(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer());
  expect(await sharp(turned[1]).metadata()).toMatchObject({ width: 171, height: 256 });
  const clear = { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const;
  const [small] = await decoder.decode(await sharp({ create: clear }).png().toBuffer());
  expect(await sharp(small).metadata()).toMatchObject({ width: 8, hasAlpha: true });
});

test('of an animated one the first frame', async () => {
  const [small] = await decoder.decode(gifOf(2_000));
  expect([...(await sharp(small).removeAlpha().raw().toBuffer())]).toEqual([255, 255, 255]);
});

const script = (text: string) => () => fork('', { execArgv: ['-e', text], serialization: 'advanced' });

test.each([
  ['hangs', 'process.on("message", () => {})'],
  ['ends', 'process.on("message", () => process.exit(139))'],
])('T12 one that %s costs its picture, and the next one has another', async (_, text) => {
  const starts = [script(text), script('process.on("message", () => process.send({ sizes: [] }))')];
  const fragile = createDecoder({
    limits: { ...limits, pictureDecodeTimeout: 5_000 },
    log,
    start: () => starts.shift()!(),
  });
  expect(await outcomeCode(fragile.decode(jpeg))).toBe('PICTURE_BROKEN');
  expect(await outcomeCode(fragile.decode(jpeg))).toBe('SUCCESS');
  fragile.close();
});

test('T12 one at a time, and only so many wait', async () => {
  const busy = createDecoder({ limits: { ...limits, picturesWaitingMax: 2 }, log });
  const all = await Promise.all(Array.from({ length: 5 }, () => outcomeCode(busy.decode(jpeg))));
  expect(all.toSorted()).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'UNAVAILABLE', 'UNAVAILABLE']);
  busy.close();
});
