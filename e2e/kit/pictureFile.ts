// Pictures for tests: PNG files of any size, with incompressible bytes or painted.
import { randomFillSync } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const bytesPerPixel = 3;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** The colour of a pixel: red, green and blue. */
type Paint = (x: number, y: number) => readonly [number, number, number];

/** A picture that a person could choose, about `width` × `height` × 3 bytes. */
export function pictureFile(
  name: string,
  width: number,
  height: number,
  paint?: Paint,
): { name: string; mimeType: string; buffer: Buffer } {
  const line = 1 + width * bytesPerPixel;
  const pixels = randomFillSync(Buffer.alloc(line * height));
  for (let row = 0; row < height; row += 1) pixels[row * line] = 0; // each line begins with its filter: none
  if (paint)
    for (let row = 0; row < height; row += 1)
      for (let column = 0; column < width; column += 1)
        pixels.set(paint(column, row), row * line + 1 + column * bytesPerPixel);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8); // eight bits of red, green and blue
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const buffer = Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels, { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}
