// Pictures for tests: harmless ones in every format, and hostile ones.
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const big32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const little16 = (value: number): Buffer => Buffer.from([value & 255, value >> 8]);

/** A picture of one colour. */
export const plain = (width = 300, height = 200, colour: string | { r: number; g: number; b: number } = '#c06010') =>
  sharp({ create: { width, height, channels: 3, background: colour } });

/** A chunk of a PNG. */
export const chunk = (type: string, data: Buffer): Buffer =>
  Buffer.concat([big32(data.length), ascii(type), data, big32(crc32(Buffer.concat([ascii(type), data])))]);

/** A PNG with one grey channel whose data is `data`, decompressed or not. */
export function pngOf(width: number, height: number, data: Buffer, ...extra: Buffer[]): Buffer {
  const head = Buffer.concat([big32(width), big32(height), Buffer.from([8, 0, 0, 0, 0])]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), ...extra, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** A large PNG of one colour: a few kilobytes. */
export const blankPng = (width: number, height: number): Buffer =>
  pngOf(width, height, deflateSync(Buffer.alloc((width + 1) * height)));

/** A GIF with this many frames of one pixel, the first one white and the others black. */
export function gifOf(frames: number, { width = 1, height = 1, comment = '' } = {}): Buffer {
  const head = Buffer.concat([ascii('GIF89a'), little16(width), little16(height), Buffer.from([0x80, 0, 0])]);
  const colours = Buffer.from([255, 255, 255, 0, 0, 0]);
  const note = comment ? Buffer.concat([Buffer.from([0x21, 0xfe, comment.length]), ascii(comment), Buffer.of(0)]) : '';
  const frame = (pixel: number) =>
    Buffer.concat([
      Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0]),
      Buffer.from([1, 0, 1, 0, 0, 2, 2, pixel === 0 ? 0x44 : 0x4c, 1, 0]),
    ]);
  const all = Array.from({ length: frames }, (_, at) => frame(at === 0 ? 0 : 1));
  return Buffer.concat([head, colours, Buffer.from(note), ...all, ascii(';')]);
}
