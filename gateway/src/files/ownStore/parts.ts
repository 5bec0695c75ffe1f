// An object's parts. On disk they are files of one folder: the file name holds number, size and MD5.
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { OssError } from './ossError.ts';
import type { Range } from './range.ts';
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

const uploadIdPattern = /^[0-9A-F]{32}$/;
export const newUploadId = (): string => randomBytes(16).toString('hex').toUpperCase();

/** @throws OssError NoSuchUpload for an id that no upload can have. */
export function checkUploadId(uploadId: string): void {
  if (!uploadIdPattern.test(uploadId)) throw new OssError('NoSuchUpload');
}

export const totalSize = (parts: Part[]): number => parts.reduce((sum, { size }) => sum + size, 0);

/**
 * The parts of an upload that its client lists for the object.
 * @throws OssError InvalidPart, EntityTooSmall
 */
export function chooseParts<Stored extends Part>(parts: readonly Stored[], listed: readonly ListedPart[]): Stored[] {
  const chosen = listed.map(({ number, md5 }) => {
    const part = parts.find((one) => one.number === number && one.md5 === md5);
    if (!part) throw new OssError('InvalidPart');
    return part;
  });
  if (chosen.slice(0, -1).some(({ size }) => size < partMin)) throw new OssError('EntityTooSmall');
  return chosen;
}

/**
 * Yields a body and takes its MD5. @throws OssError IncompleteBody, InvalidDigest when its end comes and it is not what
 * was announced.
 */
export function createCheckedBody({
  size,
  md5: announced,
  body,
}: {
  size: number;
  md5: string | undefined;
  body: AsyncIterable<Buffer>;
}) {
  const hash = createHash('md5');
  let md5 = '';
  async function* chunks(): AsyncGenerator<Buffer, void> {
    let received = 0;
    for await (const chunk of body) {
      hash.update(chunk);
      received += chunk.length;
      yield chunk;
    }
    if (received !== size) throw new OssError('IncompleteBody');
    const digest = hash.digest();
    if (announced !== undefined && announced !== digest.toString('base64')) throw new OssError('InvalidDigest');
    md5 = digest.toString('hex').toUpperCase();
  }
  /** `md5`: in hex, once all chunks were read. */
  return { chunks: chunks(), md5: () => md5 };
}

/** Yields the bytes of a range from the parts that contain them. */
export async function* readParts<Stored extends Part>(
  parts: readonly Stored[],
  { from, to }: Range,
  read: (part: Stored, range: Range) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  let start = 0;
  for (const part of parts) {
    const end = start + part.size - 1;
    if (end >= from && start <= to)
      yield* read(part, { from: Math.max(from - start, 0), to: Math.min(to, end) - start });
    start = end + 1;
  }
}

export const hasSameParts = (some: ListedPart[], others: ListedPart[]): boolean =>
  some.length === others.length &&
  some.every(({ number, md5 }, at) => others[at]!.number === number && others[at]!.md5 === md5);

/** As OSS computes it: the MD5, or for several parts the MD5 of their MD5s with their count. */
export function etagOf(parts: Part[]): string {
  if (parts.length === 1) return parts[0]!.md5;
  const all = Buffer.concat(parts.map(({ md5 }) => Buffer.from(md5, 'hex')));
  return `${createHash('md5').update(all).digest('hex').toUpperCase()}-${parts.length}`;
}
