// An object's parts, as files of one folder: the file name holds number, size and MD5.
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { ListedPart } from './xml.ts';

export interface Part extends ListedPart {
  size: number;
}

export const partNumberMax = 10_000;
/** The minimum size of every part but the last. */
export const partMin = 102_400;

const partPattern = /^(\d{5})-(\d{1,15})-([0-9A-F]{32})$/;
export const partFile = ({ number, size, md5 }: Part): string => `${String(number).padStart(5, '0')}-${size}-${md5}`;

export const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** The parts in a folder; null when the folder does not exist. */
export async function partsIn(folder: string): Promise<Part[] | null> {
  try {
    return (await readdir(folder)).sort().flatMap((file) => {
      const [, number, size, md5] = partPattern.exec(file) ?? [];
      return md5 === undefined ? [] : [{ number: Number(number), size: Number(size), md5 }];
    });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export const totalSize = (parts: Part[]): number => parts.reduce((sum, { size }) => sum + size, 0);

export const hasSameParts = (some: ListedPart[], others: ListedPart[]): boolean =>
  some.length === others.length &&
  some.every(({ number, md5 }, at) => others[at]!.number === number && others[at]!.md5 === md5);

/** As OSS computes it: the MD5, or for several parts the MD5 of their MD5s with their count. */
export function etagOf(parts: Part[]): string {
  if (parts.length === 1) return parts[0]!.md5;
  const all = Buffer.concat(parts.map(({ md5 }) => Buffer.from(md5, 'hex')));
  return `${createHash('md5').update(all).digest('hex').toUpperCase()}-${parts.length}`;
}
