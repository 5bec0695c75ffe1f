// How the object store answers: in OSS's XML, and with nothing that a browser would run.
import type { ServerResponse } from 'node:http';

/** Whatever lies here may be hostile: a browser that opens it saves it, and gives it no origin. */
export const harmless = {
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

export const quoted = (etag: string): string => `"${etag}"`;

/** Headers of before are kept, and go with it. */
export const setHeaders = (response: ServerResponse, headers: Record<string, string>): void =>
  void response.setHeaders(new Map(Object.entries(headers)));

export function sendXml(
  response: ServerResponse,
  status: number,
  xml: string,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, {
      'content-type': 'application/xml',
      'content-length': Buffer.byteLength(xml),
      'cache-control': 'no-store',
      ...headers,
    })
    .end(xml);
}

/** Nothing but an ETag. */
export const sendEtag = (response: ServerResponse, etag: string): void =>
  void response.writeHead(200, { etag: quoted(etag), 'content-length': 0 }).end();
