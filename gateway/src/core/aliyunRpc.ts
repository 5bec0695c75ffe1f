// Signs calls of Aliyun's RPC services (version 1, HMAC-SHA1).
import { createHmac } from 'node:crypto';

/** Percent-encodes by RFC 3986, which is stricter than encodeURIComponent. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** The query string, in the order that is signed and sent. */
export const queryOf = (params: Record<string, string>): string =>
  Object.keys(params)
    .sort()
    .map((name) => `${percentEncode(name)}=${percentEncode(params[name]!)}`)
    .join('&');

export const aliyunSignature = (method: 'GET' | 'POST', query: string, keySecret: string): string =>
  createHmac('sha1', `${keySecret}&`)
    .update(`${method}&%2F&${percentEncode(query)}`)
    .digest('base64');
