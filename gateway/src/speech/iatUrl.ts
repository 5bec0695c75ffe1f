// Signs the URL of iFlytek's speech service (IAT v2), so that a device can connect without the secret.
import { createHmac } from 'node:crypto';

export interface IatSettings {
  provider: 'iat';
  appId: string;
  apiKey: string;
  apiSecret: string;
  /** A WebSocket URL without a query, such as wss://iat-api.xfyun.cn/v2/iat. */
  url: string;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Returns the URL with the signature. The service accepts it while its clock differs from `now` by at most 300 s. */
export function signIatUrl({ url, apiKey, apiSecret }: Omit<IatSettings, 'provider' | 'appId'>, now: number): string {
  const { host, origin, pathname } = new URL(url);
  const date = new Date(now).toUTCString();
  const signature = createHmac('sha256', apiSecret)
    .update(`host: ${host}\ndate: ${date}\nGET ${pathname} HTTP/1.1`)
    .digest('base64');
  const authorization = base64(
    `api_key="${apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`,
  );
  const query = Object.entries({ authorization, date, host })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return `${origin}${pathname}?${query}`;
}
