// Verifies OSS's signature, version 4, in the Authorization header.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { percentEncode } from '../../core/aliyunRpc.ts';
import { OssError } from './ossError.ts';

export interface SignedRequest {
  method: string;
  /** The path as sent, including the bucket. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

interface Credentials {
  accessKeyId: string;
  accessKeySecret: string;
}

const algorithm = 'OSS4-HMAC-SHA256';
export const region = 'cn-shanghai';
/** The body is not signed: it is encrypted, and its receiver checks a digest. */
const payload = 'UNSIGNED-PAYLOAD';
const authorization = new RegExp(
  `^${algorithm} Credential=([^,\\s]+), ?(?:AdditionalHeaders=([a-z0-9;-]+), ?)?Signature=([0-9a-f]{64})$`,
);
const date = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
/** The clock skew a client may have. */
const skewMax = 15 * 60_000;

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Whether a header is signed without being listed. */
const isAlwaysSigned = (name: string): boolean =>
  name.startsWith('x-oss-') || name === 'content-type' || name === 'content-md5';

function canonical({ method, path, query, headers }: SignedRequest, additional: string[]): string {
  const parameters = [...query]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => (value === '' ? percentEncode(name) : `${percentEncode(name)}=${percentEncode(value)}`));
  const names = [...new Set([...Object.keys(headers).filter(isAlwaysSigned), ...additional])].sort();
  const lines = names.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`).join('');
  return [method, path, parameters.join('&'), lines, additional.join(';'), payload].join('\n');
}

const millisecondsOf = (text: string): number => Date.parse(text.replace(date, '$1-$2-$3T$4:$5:$6Z'));

/**
 * Accepts a request signed with this secret, at about this time.
 * @throws OssError AccessDenied without a signature of version 4, InvalidAccessKeyId, RequestTimeTooSkewed,
 * SignatureDoesNotMatch
 */
export function checkSignature(
  request: SignedRequest,
  { accessKeyId, accessKeySecret }: Credentials,
  now: number,
): void {
  const [, credential, additionalHeaders, signature] = authorization.exec(request.headers.authorization ?? '') ?? [];
  const at = request.headers['x-oss-date'];
  if (
    credential === undefined ||
    signature === undefined ||
    typeof at !== 'string' ||
    !date.test(at) ||
    request.headers['x-oss-content-sha256'] !== payload
  ) {
    throw new OssError('AccessDenied');
  }
  const day = at.slice(0, 8);
  const scope = `${day}/${region}/oss/aliyun_v4_request`;
  if (credential !== `${accessKeyId}/${scope}`) throw new OssError('InvalidAccessKeyId');
  if (!(Math.abs(millisecondsOf(at) - now) <= skewMax)) throw new OssError('RequestTimeTooSkewed');
  const text = [
    algorithm,
    at,
    scope,
    createHash('sha256')
      .update(canonical(request, additionalHeaders?.split(';') ?? []))
      .digest('hex'),
  ].join('\n');
  const key = [day, region, 'oss', 'aliyun_v4_request'].reduce<string | Buffer>(
    (from, step) => hmac(from, step),
    `aliyun_v4${accessKeySecret}`,
  );
  if (!timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'))) throw new OssError('SignatureDoesNotMatch');
}
