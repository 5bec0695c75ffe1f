// Serves an object, or a range of it, to anyone who knows its name.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { quoteEtag, setHeaders } from './responses.ts';
import type { ObjectDisk, StoredObject } from './disk.ts';
import { OssError } from './ossError.ts';
import { readRange } from './range.ts';

const asDownload = {
  'content-type': 'application/octet-stream',
  'content-disposition': 'attachment',
  'cache-control': 'public, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
};

/** If-Range: when the object has changed, the whole object is sent. */
function rangeOf({ headers }: IncomingMessage, { etag, size }: StoredObject) {
  const condition = headers['if-range'];
  return condition === undefined || condition === quoteEtag(etag) ? readRange(headers.range, size) : null;
}

/** @throws OssError NoSuchKey, InvalidRange; any disk or connection error once the answer has begun. */
export async function download(
  disk: ObjectDisk,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const object = await disk.find(key);
  if (!object) throw new OssError('NoSuchKey');
  const range = rangeOf(request, object);
  const etag = quoteEtag(object.etag);
  setHeaders(response, { ...asDownload, etag, 'last-modified': new Date(object.storedAt).toUTCString() });
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
  const { from, to } = range ?? { from: 0, to: object.size - 1 };
  response.writeHead(range ? 206 : 200, {
    'content-length': to - from + 1,
    ...(range && { 'content-range': `bytes ${from}-${to}/${object.size}` }),
  });
  if (request.method === 'HEAD') return void response.end();
  await pipeline(Readable.from(disk.read(key, object, { from, to }), { objectMode: false }), response);
}
