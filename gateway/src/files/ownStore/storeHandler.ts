// OSS's protocol over HTTP: a grant's holder writes its object, and anyone who knows a name reads it; nothing else
// works.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits as usual } from '@amber/proto/limits';
import type { FastifyBaseLogger } from 'fastify';
import type { AddressOf } from '../../core/address.ts';
import { createNetworkRateLimit } from '../../core/rateLimit.ts';
import { isOwnOrigin } from '../../core/origin.ts';
import { drainAtMinRate } from '../../core/minRate.ts';
import { toClientFault } from '../../core/toClientFault.ts';
import { sandboxHeaders, sendXml, setHeaders } from './responses.ts';
import type { ObjectStorage } from './objectStorage.ts';
import { download } from './download.ts';
import { accessKeyId, type Grant, type Grants } from './grants.ts';
import { OssError } from './ossError.ts';
import { checkSignature } from './signature.ts';
import { bucket, type UploadActions } from './uploadActions.ts';
import { writeXml } from './xml.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

interface StoreHandlerPorts extends Pick<GatewayBase, 'clock' | 'limits' | 'rateLimits'> {
  storage: ObjectStorage;
  grants: Grants;
  actions: UploadActions;
  addressOf: AddressOf;
  publicUrl: string | undefined;
  log: Pick<FastifyBaseLogger, 'error'>;
}

const daySeconds = 24 * 60 * 60;
const path = new RegExp(`^/${bucket}/(chat/[A-Za-z0-9_-]{${usual.uploadPathRandom}})$`);
const storageErrorCodes = /^(ENOSPC|EDQUOT|EROFS|EMFILE|ENFILE)$/;

/** Maps anything thrown to the client's error. */
function ossErrorOf(thrown: unknown): OssError {
  if (thrown instanceof OssError) return thrown;
  const isUnavailable =
    storageErrorCodes.test((thrown as NodeJS.ErrnoException).code ?? '') ||
    toClientFault(thrown).code === 'UNAVAILABLE';
  return new OssError(isUnavailable ? 'ServiceUnavailable' : 'InternalError', { cause: thrown });
}

function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  const requestedHeaders = String(headers['access-control-request-headers'] ?? '');
  if (/^[a-z0-9-]+(, ?[a-z0-9-]+)*$/i.test(requestedHeaders))
    response.setHeader('access-control-allow-headers', requestedHeaders);
  response
    .writeHead(204, {
      'access-control-allow-methods': 'GET, HEAD, PUT, POST, DELETE',
      'access-control-max-age': String(daySeconds),
    })
    .end();
}

/** Answers one request below `/files/`. Never throws. */
export function createStoreHandler({
  storage,
  grants,
  actions,
  limits,
  rateLimits,
  clock,
  addressOf,
  publicUrl,
  log,
}: StoreHandlerPorts) {
  const callLimit = rateLimits.perNetwork('filesOfNetwork', { perMinute: limits.fileRequestsPerMinutePerNetwork });
  /** It counts per gateway, because it bounds what this gateway reads for nothing. */
  const refusedBytes = createNetworkRateLimit({ perMinute: limits.refusedBytesPerMinutePerNetwork });

  /** Checks that the caller holds a grant for this object. @throws OssError */
  function authorize(request: IncomingMessage, pathname: string, key: string, query: URLSearchParams): Grant {
    const token = request.headers['x-oss-security-token'];
    if (typeof token !== 'string') throw new OssError('AccessDenied');
    const { grant, accessKeySecret } = grants.verify(token);
    checkSignature(
      { method: request.method!, path: pathname, query, headers: request.headers },
      { accessKeyId, accessKeySecret },
      clock(),
    );
    if (grant.key !== key) throw new OssError('AccessDenied');
    return grant;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin } = request.headers;
    if (!isOwnOrigin(request, publicUrl)) throw new OssError('AccessDenied');
    if (origin !== undefined) response.setHeader('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS') return answerPreflight(request, response);
    if (!(await callLimit.allow(addressOf(request)))) throw new OssError('ServiceUnavailable');
    const [pathname = '', parameters] = request.url!.split('?', 2);
    const query = new URLSearchParams(parameters);
    const key = path.exec(pathname)?.[1];
    const isRead = (request.method === 'GET' || request.method === 'HEAD') && !query.has('uploadId');
    if (key === undefined) throw new OssError(isRead && pathname !== `/${bucket}/` ? 'NoSuchKey' : 'AccessDenied');
    if (isRead) return download(storage, key, request, response);
    const grant = authorize(request, pathname, key, query);
    const action = actions.find(request, query);
    if (!action) throw new OssError('AccessDenied');
    await action({ request, response, grant, query });
  }

  /** Whether to drain a rejected body, so that the connection can be reused. */
  function mayDrain(request: IncomingMessage): boolean {
    const length = Number(request.headers['content-length']);
    return length <= limits.bodyMax && refusedBytes.allow(addressOf(request), length);
  }

  function refuse(thrown: unknown, request: IncomingMessage, response: ServerResponse, requestId: string): void {
    if (response.destroyed || (request.destroyed && !request.complete)) return void response.destroy();
    const error = ossErrorOf(thrown);
    if (error.cause !== undefined) log.error({ err: error.cause, oss: error.code }, 'the file store failed');
    // A response that has begun can only be cut off.
    if (response.headersSent) return void response.destroy();
    if (!request.complete && !mayDrain(request)) response.setHeader('connection', 'close');
    const fields = {
      Code: error.code,
      Message: error.message,
      RequestId: requestId,
      HostId: request.headers.host ?? '',
      ServerTime: new Date(clock()).toISOString(),
    };
    sendXml(response, error.status, request.method === 'HEAD' ? '' : writeXml('Error', fields));
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = randomBytes(12).toString('hex').toUpperCase();
    // Neither uploads nor readers may hold an idle connection.
    request.socket.setTimeout(limits.fileIdleTimeout);
    setHeaders(response, {
      ...sandboxHeaders,
      vary: 'origin',
      'x-oss-request-id': requestId,
      'access-control-expose-headers': 'etag, content-range, x-oss-request-id',
    });
    response.once('finish', () => drainAtMinRate(request, limits));
    try {
      await answer(request, response);
    } catch (error) {
      refuse(error, request, response, requestId);
    }
  };
}
