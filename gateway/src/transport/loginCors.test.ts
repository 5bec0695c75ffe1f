import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encode } from '@amber/proto/codec';
import { newPhone } from '../testing/client.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';

const pages = 'https://chat.example';
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ publicUrl: pages, loginUrl: 'https://login.example' });
});
afterAll(() => gateway.close());

const body = () => Buffer.from(encode('GetSmsRequest', { phone: newPhone(), deviceId: 'd' }));
const post = (path: string, origin: string) =>
  fetch(`${gateway.url}/gateway${path}`, {
    method: 'POST',
    body: body(),
    headers: { 'content-type': 'application/x-protobuf', origin },
  });
const ask = (path: string, origin: string) =>
  fetch(`${gateway.url}/gateway${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type, x-request-id',
    },
  });

describe('R50 T22 a login host of its own', () => {
  test('R50 lets the pages of PUBLIC_URL call, and tells the browser so', async () => {
    const asked = await ask('/getSms', pages);
    expect([
      asked.status,
      asked.headers.get('access-control-allow-origin'),
      asked.headers.get('access-control-allow-headers'),
      asked.headers.get('access-control-allow-methods'),
    ]).toEqual([204, pages, 'content-type, x-request-id', 'POST']);
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
    const answer = await post('/getSms', pages);
    expect([answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.get('vary')]).toEqual([
      200,
      pages,
      'origin',
    ]);
  });

  test.each(['https://evil.example', 'http://chat.example', 'https://chat.example.evil', 'null'])(
    'T22 the page of %s learns and does nothing',
    async (origin) => {
      expect((await ask('/getSms', origin)).headers.get('access-control-allow-origin')).toBeNull();
      const sent = gateway.codes.size;
      const answer = await post('/getSms', origin);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      if (origin !== 'http://chat.example') expect(gateway.codes.size).toBe(sent);
    },
  );

  test('T22 other calls are for pages of their own host alone', async () => {
    for (const path of ['/user/init', '/user/refreshToken', '/contact/search']) {
      expect((await ask(path, pages)).headers.get('access-control-allow-origin')).toBeNull();
      expect((await post(path, pages)).headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});
