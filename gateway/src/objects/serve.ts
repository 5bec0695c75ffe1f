// Speaks HTTP as OSS does: who holds a grant writes its one object, in one go or in parts; who knows a name reads.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { limits as usual, type Limits } from '@amber/proto/limits';
import type { FastifyBaseLogger } from 'fastify';
import { addressOf } from '../address.ts';
import { createCallLimit } from '../callLimit.ts';
import type { Clock } from '../clock.ts';
import { isOwnOrigin } from '../origin.ts';
import { refusal } from '../refusal.ts';
import { partMin, partNumberMax, type ObjectDisk, type StoredObject } from './disk.ts';
import { accessKeyId, type Grant, type Grants } from './grants.ts';
import { OssError } from './ossError.ts';
import { readRange } from './range.ts';
import { checkSignature } from './signature.ts';
import { readPartList, writeXml } from './xml.ts';

export const bucket = 'files';

interface ServePorts {
  disk: ObjectDisk;
  grants: Grants;
  /** Counts bytes as this person's; false when that is too many for a day. */
  charge(who: string, bytes: number): Promise<boolean>;
  limits: Limits;
  clock: Clock;
  publicUrl: string | undefined;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** A request that was let through. */
interface Granted {
  request: IncomingMessage;
  response: ServerResponse;
  grant: Grant;
  query: URLSearchParams;
}

const day = String(24 * 60 * 60);
/** 10,000 parts in XML. */
const listMax = 1_048_576;
/** A body that is refused is read to its end if it is no longer, so that the connection can go on. */
const drainMax = 1_048_576;
const listedAtOnce = 1_000;

/** Whatever lies here may be hostile: a browser that opens it saves it, and gives it no origin. */
const harmless = {
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};
const asDownload = {
  'content-type': 'application/octet-stream',
  'content-disposition': 'attachment',
  'cache-control': 'public, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
};
const path = new RegExp(`^/${bucket}/(chat/[A-Za-z0-9_-]{${usual.uploadPathRandom}})$`);
/** Of ListParts: they change what is listed, not what is done. */
const listOptions = ['max-parts', 'part-number-marker', 'encoding-type'];

const noRoom = /^(ENOSPC|EDQUOT|EROFS|EMFILE|ENFILE)$/;

/** What a client is told of anything thrown. */
function ossErrorOf(thrown: unknown): OssError {
  if (thrown instanceof OssError) return thrown;
  const cannotNow = noRoom.test((thrown as NodeJS.ErrnoException).code ?? '') || refusal(thrown).code === 'UNAVAILABLE';
  return new OssError(cannotNow ? 'ServiceUnavailable' : 'InternalError', { cause: thrown });
}

function sendXml(response: ServerResponse, status: number, xml: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(xml), 'cache-control': 'no-store', ...headers }).end(xml);
}

const quoted = (etag: string): string => `"${etag}"`;

/** @throws OssError MissingContentLength */
function lengthOf({ headers }: IncomingMessage): number {
  if (headers['content-length'] === undefined) throw new OssError('MissingContentLength');
  return Number(headers['content-length']);
}

/** @throws OssError InvalidArgument when it is none from `from` to `to`. */
function numberIn(text: string | null, from: number, to: number): number {
  const value = /^\d{1,9}$/.test(text ?? '') ? Number(text) : NaN;
  if (!(value >= from && value <= to)) throw new OssError('InvalidArgument');
  return value;
}

async function textOf(request: IncomingMessage, max: number): Promise<string> {
  if (lengthOf(request) > max) throw new OssError('EntityTooLarge');
  return Buffer.concat(await request.toArray() as Buffer[]).toString();
}

/** Answers one request below `/files/`. Never throws. */
export function createServe({ disk, grants, charge, limits, clock, publicUrl, log }: ServePorts) {
  const callLimit = createCallLimit({ clock, perMinute: limits.fileRequestsPerMinutePerAddress });

  /** What comes in. The bytes count when they are announced, and again when they are sent again. */
  async function incoming({ request, grant }: Granted) {
    const size = lengthOf(request);
    if (size > grant.bytes) throw new OssError('EntityTooLarge');
    if (!await charge(grant.who, Math.max(size, partMin))) throw new OssError('QuotaExceeded');
    // A request that is left half read can still be answered.
    return { size, most: grant.bytes, md5: request.headers['content-md5'] as string | undefined, body: request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer> };
  }

  /** By method and parameters. */
  const actions: Record<string, (granted: Granted) => Promise<void>> = {
    async 'PUT'(granted) {
      const { etag } = await disk.put(granted.grant.key, await incoming(granted));
      granted.response.writeHead(200, { etag: quoted(etag), 'content-length': 0 }).end();
    },

    async 'POST uploads'({ response, grant: { key } }) {
      sendXml(response, 200, writeXml('InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: await disk.begin(key) }));
    },

    async 'PUT partNumber uploadId'(granted) {
      const { response, grant, query } = granted;
      const number = numberIn(query.get('partNumber'), 1, partNumberMax);
      const { md5 } = await disk.receive(grant.key, query.get('uploadId')!, number, await incoming(granted));
      response.writeHead(200, { etag: quoted(md5), 'content-length': 0 }).end();
    },

    async 'GET uploadId'({ response, grant: { key }, query }) {
      const uploadId = query.get('uploadId')!;
      const after = numberIn(query.get('part-number-marker') ?? '0', 0, partNumberMax);
      const most = numberIn(query.get('max-parts') ?? String(listedAtOnce), 1, listedAtOnce);
      const left = (await disk.parts(key, uploadId)).filter(({ number }) => number > after);
      const listed = left.slice(0, most);
      sendXml(response, 200, writeXml('ListPartsResult', {
        Bucket: bucket, Key: key, UploadId: uploadId, PartNumberMarker: after, NextPartNumberMarker: listed.at(-1)?.number ?? after, MaxParts: most, IsTruncated: left.length > most,
      }, { name: 'Part', all: listed.map(({ number, size, md5 }) => ({ PartNumber: number, ETag: quoted(md5), Size: size })) }));
    },

    async 'POST uploadId'({ request, response, grant: { key }, query }) {
      const listed = readPartList(await textOf(request, listMax));
      const { etag } = await disk.finish(key, query.get('uploadId')!, listed);
      sendXml(response, 200, writeXml('CompleteMultipartUploadResult', { Location: `/${bucket}/${key}`, Bucket: bucket, Key: key, ETag: quoted(etag) }), { etag: quoted(etag) });
    },

    async 'DELETE uploadId'({ response, grant: { key }, query }) {
      await disk.abort(key, query.get('uploadId')!);
      response.writeHead(204).end();
    },
  };

  /** Who asks holds a grant for this object. @throws OssError */
  function authorize(request: IncomingMessage, pathname: string, key: string, query: URLSearchParams): Grant {
    const token = request.headers['x-oss-security-token'];
    // What copies has no body of its own, and must not become an empty object.
    if (typeof token !== 'string' || request.headers['x-oss-copy-source'] !== undefined) throw new OssError('AccessDenied');
    const { grant, accessKeySecret } = grants.open(token);
    checkSignature({ method: request.method!, path: pathname, query, headers: request.headers }, { accessKeyId, accessKeySecret }, clock());
    if (grant.key !== key) throw new OssError('AccessDenied');
    return grant;
  }

  async function download(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    const object = await disk.find(key);
    if (!object) throw new OssError('NoSuchKey');
    const etag = quoted(object.etag);
    response.setHeaders(new Map(Object.entries({ ...asDownload, etag, 'last-modified': new Date(object.storedAt).toUTCString() })));
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    const range = rangeOf(request, object);
    const { from, to } = range ?? { from: 0, to: object.size - 1 };
    response.writeHead(range ? 206 : 200, { 'content-length': to - from + 1, ...(range && { 'content-range': `bytes ${from}-${to}/${object.size}` }) });
    if (request.method === 'HEAD') return void response.end();
    await pipeline(Readable.from(disk.read(key, object, { from, to }), { objectMode: false }), response);
  }

  /** What has changed meanwhile is asked for whole. */
  function rangeOf({ headers }: IncomingMessage, { etag, size }: StoredObject) {
    const condition = headers['if-range'];
    return condition === undefined || condition === quoted(etag) ? readRange(headers.range, size) : null;
  }

  function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
    const asked = String(headers['access-control-request-headers'] ?? '');
    if (/^[a-z0-9-]+(, ?[a-z0-9-]+)*$/i.test(asked)) response.setHeader('access-control-allow-headers', asked);
    response.writeHead(204, { 'access-control-allow-methods': 'GET, HEAD, PUT, POST, DELETE', 'access-control-max-age': day }).end();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin } = request.headers;
    if (!isOwnOrigin(request, publicUrl)) throw new OssError('AccessDenied');
    if (origin !== undefined) response.setHeader('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS') return answerPreflight(request, response);
    if (!callLimit.allow(addressOf(request))) throw new OssError('ServiceUnavailable');
    const [pathname = '', parameters] = request.url!.split('?', 2);
    const key = path.exec(pathname)?.[1];
    const query = new URLSearchParams(parameters);
    const isRead = (request.method === 'GET' || request.method === 'HEAD') && !query.has('uploadId');
    if (key === undefined) throw new OssError(isRead && pathname !== `/${bucket}/` ? 'NoSuchKey' : 'AccessDenied');
    if (isRead) return download(request, response, key);
    const what = [...new Set(query.keys())].filter((name) => request.method !== 'GET' || !listOptions.includes(name)).sort();
    const act = actions[[request.method, ...what].join(' ')];
    const grant = authorize(request, pathname, key, query);
    if (!act) throw new OssError('AccessDenied');
    await act({ request, response, grant, query });
  }

  function refuse(thrown: unknown, request: IncomingMessage, response: ServerResponse, requestId: string): void {
    if (response.destroyed || (request.destroyed && !request.complete)) return void response.destroy();
    const error = ossErrorOf(thrown);
    if (error.cause !== undefined) log.error({ err: error.cause, oss: error.code }, 'the file store failed');
    // An answer that has begun can only be cut.
    if (response.headersSent) return void response.destroy();
    if (Number(request.headers['content-length'] ?? 0) > drainMax && !request.complete) response.setHeader('connection', 'close');
    for (const name of ['etag', 'last-modified', 'content-disposition']) response.removeHeader(name);
    const fields = { Code: error.code, Message: error.message, RequestId: requestId, HostId: request.headers.host ?? '', ServerTime: new Date(clock()).toISOString() };
    sendXml(response, error.status, request.method === 'HEAD' ? '' : writeXml('Error', fields));
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = randomBytes(12).toString('hex').toUpperCase();
    // Neither a part nor its reader may hold a connection for nothing.
    request.socket.setTimeout(limits.fileIdleFor);
    response.setHeaders(new Map(Object.entries({ ...harmless, vary: 'origin', 'x-oss-request-id': requestId, 'access-control-expose-headers': 'etag, content-range, x-oss-request-id' })));
    try {
      await answer(request, response);
    } catch (error) {
      refuse(error, request, response, requestId);
    }
  };
}
