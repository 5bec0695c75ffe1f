// Serves an object, or a range of it, to anyone who knows its name.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { quoteEtag, setHeaders } from './responses.ts';
import type { ObjectStorage, StoredObject } from './objectStorage.ts';
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

async function* prepend(first: IteratorResult<Buffer, void>, rest: AsyncGenerator<Buffer, void>) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/**
 * @throws OssError NoSuchKey, InvalidRange, ServiceUnavailable when the bucket fails; any disk or connection error once
 * the answer has begun.
 */
export async function download(
  storage: ObjectStorage,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const object = await storage.find(key);
  if (!object) throw new OssError('NoSuchKey');
  const range = rangeOf(request, object);
  const etag = quoteEtag(object.etag);
  setHeaders(response, { ...asDownload, etag, 'last-modified': new Date(object.storedAt).toUTCString() });
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
  const { from, to } = range ?? { from: 0, to: object.size - 1 };
  const isHead = request.method === 'HEAD';
  const chunks = object.read({ from, to });
  try {
    // An error before the first byte can still be answered with its status.
    const first: IteratorResult<Buffer, void> = isHead ? { done: true, value: undefined } : await chunks.next();
    response.writeHead(range ? 206 : 200, {
      'content-length': to - from + 1,
      ...(range && { 'content-range': `bytes ${from}-${to}/${object.size}` }),
    });
    if (isHead) return void response.end();
    await pipeline(Readable.from(prepend(first, chunks), { objectMode: false }), response);
  } finally {
    // The connection may be gone before the first byte is read from the pipeline, which then does not close it.
    await chunks.return();
  }
}
