// Reads a QR code on a page as a camera would: from its dark and light squares.
import type { Locator } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';

/** Pixels for each square. */
const scale = 4;

/** Returns the decoded text of the code on the page. */
export async function decodeQrCode(code: Locator): Promise<string> {
  const edge = Number((await code.getAttribute('viewBox'))!.split(' ')[2]) * scale;
  const data = new Uint8ClampedArray(edge * edge * 4).fill(255);
  const squares = (await code.locator('path').getAttribute('d'))!.matchAll(/M(\d+) (\d+)/g);
  for (const [, left, top] of squares) {
    for (let at = 0; at < scale * scale; at += 1) {
      const [x, y] = [Number(left) * scale + (at % scale), Number(top) * scale + Math.floor(at / scale)];
      data.fill(0, 4 * (y * edge + x), 4 * (y * edge + x) + 3);
    }
  }
  return decodeQR({ width: edge, height: edge, data });
}
