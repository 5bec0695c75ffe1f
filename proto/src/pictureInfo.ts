// Reads type and size of a picture from its first bytes, so that no picture is decoded that would exhaust the memory.
import { limits } from './limits.ts';

export interface PictureInfo {
  mime: string;
  width: number;
  height: number;
}

interface Format {
  mime: string;
  matches(bytes: DataView): boolean;
  /** Returns the size in pixels; null if there is none. @throws RangeError when the bytes end too early */
  size(bytes: DataView): { width: number; height: number } | null;
}

const hasAscii = (bytes: DataView, at: number, word: string): boolean =>
  at + word.length <= bytes.byteLength &&
  [...word].every((letter, index) => bytes.getUint8(at + index) === letter.charCodeAt(0));

const uint24 = (bytes: DataView, at: number): number => bytes.getUint16(at, true) + bytes.getUint8(at + 2) * 65_536;

/**
 * Returns the size in the frame header: the first segment from C0 to CF that is not one of the three tables between
 * them.
 */
function jpegSize(bytes: DataView) {
  let at = 2;
  while (bytes.getUint8(at) === 0xff) {
    const marker = bytes.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.getUint16(at + 7), height: bytes.getUint16(at + 5) };
    const standsAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += marker === 0xff ? 1 : standsAlone ? 2 : 2 + bytes.getUint16(at + 2);
  }
  return null;
}

const webpSizes: Record<string, (bytes: DataView) => { width: number; height: number }> = {
  'VP8 ': (bytes) => ({ width: bytes.getUint16(26, true) & 0x3fff, height: bytes.getUint16(28, true) & 0x3fff }),
  VP8L: (bytes) => {
    const bits = bytes.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  },
  VP8X: (bytes) => ({ width: uint24(bytes, 24) + 1, height: uint24(bytes, 27) + 1 }),
};

const ispe = 0x69_73_70_65;

/** Returns the size of the largest item: a picture may consist of tiles, and contain a thumbnail. */
function avifSize(bytes: DataView) {
  let found = null;
  for (let at = 0; at + 16 <= bytes.byteLength; at += 1) {
    if (bytes.getUint32(at) !== ispe) continue;
    const size = { width: bytes.getUint32(at + 8), height: bytes.getUint32(at + 12) };
    if (!found || size.width * size.height > found.width * found.height) found = size;
  }
  return found;
}

const formats: readonly Format[] = [
  {
    mime: 'image/png',
    matches: (bytes) => hasAscii(bytes, 1, 'PNG\r\n'),
    size: (bytes) => ({ width: bytes.getUint32(16), height: bytes.getUint32(20) }),
  },
  { mime: 'image/jpeg', matches: (bytes) => bytes.getUint8(0) === 0xff && bytes.getUint8(1) === 0xd8, size: jpegSize },
  {
    mime: 'image/gif',
    matches: (bytes) => hasAscii(bytes, 0, 'GIF8'),
    size: (bytes) => ({ width: bytes.getUint16(6, true), height: bytes.getUint16(8, true) }),
  },
  {
    mime: 'image/webp',
    matches: (bytes) => hasAscii(bytes, 0, 'RIFF') && hasAscii(bytes, 8, 'WEBP'),
    size: (bytes) => Object.entries(webpSizes).find(([chunk]) => hasAscii(bytes, 12, chunk))?.[1](bytes) ?? null,
  },
  { mime: 'image/avif', matches: (bytes) => hasAscii(bytes, 4, 'ftypavi'), size: avifSize },
];

/** Returns type and size of a file from its first bytes alone; null when it is not a supported picture. */
export function readPictureInfo(head: ArrayBuffer): PictureInfo | null {
  const bytes = new DataView(head);
  try {
    const format = formats.find(({ matches }) => matches(bytes));
    const size = format?.size(bytes);
    return format && size ? { mime: format.mime, ...size } : null;
  } catch {
    return null; // the bytes end before the size
  }
}

/** T12: whether a picture of this size can be decoded without exhausting the memory. */
export const isSafeToDecode = ({ width, height }: { width: number; height: number }): boolean =>
  width > 0 &&
  height > 0 &&
  Math.max(width, height) <= limits.pictureSideMax &&
  width * height <= limits.picturePixelsMax;
