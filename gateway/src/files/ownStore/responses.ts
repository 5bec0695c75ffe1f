// The object store's responses: OSS's XML, and headers that keep a browser from running anything.
import type { ServerResponse } from 'node:http';

/** Any stored file may be hostile, so a browser that opens it downloads it and gives it an opaque origin. */
export const sandboxHeaders = {
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

export const quoteEtag = (etag: string): string => `"${etag}"`;

/** Adds to the headers that were set before. */
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

/** Sends a response with only an ETag. */
export const sendEtag = (response: ServerResponse, etag: string): void =>
  void response.writeHead(200, { etag: quoteEtag(etag), 'content-length': 0 }).end();
