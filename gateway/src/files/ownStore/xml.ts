// The small subset of XML in OSS's answers and part lists.
import { OssError } from './ossError.ts';

export interface ListedPart {
  number: number;
  /** The ETag without quotes. */
  md5: string;
}

type Fields = Record<string, string | number | boolean>;

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const elements = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => `<${name}>${escape(String(value))}</${name}>`)
    .join('');

/** A document: an element with fields, and repeated elements within it. */
export const writeXml = (
  name: string,
  fields: Fields,
  within: { name: string; all: Fields[] } = { name: '', all: [] },
): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name}>${elements(fields)}${within.all.map((one) => `<${within.name}>${elements(one)}</${within.name}>`).join('')}</${name}>`;

const numberIn = /<PartNumber>\s*(\d{1,5})\s*<\/PartNumber>/;
const md5In = /<ETag>\s*(?:"|&quot;|&#34;)?([0-9A-F]{32})(?:"|&quot;|&#34;)?\s*<\/ETag>/i;

/**
 * The parts listed in a CompleteMultipartUpload.
 * @throws OssError MalformedXML, InvalidPartOrder
 */
export function readPartList(text: string): ListedPart[] {
  const parts = text
    .split('<Part>')
    .slice(1)
    .map((part) => {
      const [number, md5] = [numberIn.exec(part)?.[1], md5In.exec(part)?.[1]];
      if (!number || !md5) throw new OssError('MalformedXML');
      return { number: Number(number), md5: md5.toUpperCase() };
    });
  if (parts.length === 0) throw new OssError('MalformedXML');
  if (parts.some(({ number }, at) => at > 0 && number <= parts[at - 1]!.number)) throw new OssError('InvalidPartOrder');
  return parts;
}
