import { expect, test } from 'vitest';
import { signIatUrl } from './iatUrl.ts';

/** The example of iFlytek's documentation. */
const documented = {
  url: 'wss://iat-api.xfyun.cn/v2/iat',
  apiKey: 'keyxxxxxxxx8ee279348519exxxxxxxx',
  apiSecret: 'secretxxxxxxxx2df7900c09xxxxxxxx',
  date: 'Wed, 10 Jul 2019 07:35:43 GMT',
  signature: 'Hp3Ty4ZkSBmL8jKyOLpQiv9Sr5nvmeYEH7WsL/ZO2Jg=',
};

const signed = (url = documented.url) => new URL(signIatUrl({ ...documented, url }, Date.parse(documented.date)));

test('R144 R146 the URL is signed as the documentation of the service shows', () => {
  const { origin, pathname, searchParams } = signed();
  expect(origin + pathname).toBe(documented.url);
  expect(Object.fromEntries(searchParams)).toEqual({
    authorization: Buffer.from(
      `api_key="${documented.apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${documented.signature}"`,
    ).toString('base64'),
    date: documented.date,
    host: 'iat-api.xfyun.cn',
  });
});

test('R144 no sign of the base64 or of the date is lost in the query', () => {
  expect(signed().search).toMatch(
    /^\?authorization=[\w%]+&date=Wed%2C%2010%20Jul%202019%2007%3A35%3A43%20GMT&host=[\w.-]+$/,
  );
});

test('R144 the signature covers the port and the path of the address', () => {
  const { host, pathname, searchParams } = signed('ws://127.0.0.1:4000/other');
  expect([host, pathname, searchParams.get('host')]).toEqual(['127.0.0.1:4000', '/other', '127.0.0.1:4000']);
  expect(Buffer.from(searchParams.get('authorization')!, 'base64').toString()).not.toContain(documented.signature);
});
