// Parses the Range header.
import { OssError } from './ossError.ts';

/** First and last byte, inclusive. */
export interface Range {
  from: number;
  to: number;
}

/**
 * The single range of a Range header; null without one, and for anything else, as HTTP requires.
 * @throws OssError InvalidRange when the object has none of those bytes.
 */
export function readRange(header: string | undefined, size: number): Range | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  const from = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  if (from > to) throw new OssError('InvalidRange');
  return { from, to };
}
