import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { limits } from '@amber/proto/limits';
import OSS from 'ali-oss';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aliyunSignature, queryOf } from '../core/aliyunRpc.ts';
import { createAliyunStore } from './aliyunStore.ts';
import { outcomeCode } from '../testing/client.ts';

const settings = {
  accessKeyId: 'LTAI-gateway',
  accessKeySecret: 'secret*of the+gateway',
  roleArn: 'acs:ram::1234567890:role/amber-files',
  bucket: 'amber-files',
  domain: 'https://files.example.org/',
  region: 'cn-hangzhou',
};
const key = `chat/${'Ab0_-x'.repeat(6)}`;
const now = Date.UTC(2026, 10, 21, 8, 9, 10, 11);

/** Aliyun's own client signs as Aliyun expects. */
const rightSignature = (parameters: Record<string, string>): string =>
  (
    new OSS.STS(settings) as unknown as { _getSignature(method: string, parameters: object, secret: string): string }
  )._getSignature('POST', parameters, settings.accessKeySecret);

let asked: Record<string, string>[] = [];
let answer: { status: number; body: string };
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { Signature, ...parameters } = Object.fromEntries(new URLSearchParams(body));
    asked.push(parameters);
    if (Signature !== rightSignature(parameters))
      return void response.writeHead(400).end('{"Code":"SignatureDoesNotMatch"}');
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
});
let sts: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  sts = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
beforeEach(() => {
  asked = [];
  answer = {
    status: 200,
    body: JSON.stringify({
      RequestId: 'x',
      Credentials: {
        AccessKeyId: 'STS.id',
        AccessKeySecret: 'secret',
        SecurityToken: 'token',
        Expiration: '2026-11-21T08:24:10Z',
      },
    }),
  };
});
afterAll(() => {
  server.close();
});

/** The bucket as seen with the gateway's own key: its objects, and the requests it got. */
const objects = new Map<string, string>();
let bucketAsked: string[] = [];
let bucketFails = 0;
let endlessSent = 0;
const bucket = createServer((request, response) => {
  const { method = '', url = '', headers } = request;
  bucketAsked.push(`${method} ${url} ${String(headers.authorization).slice(0, 70)}`);
  if (bucketFails > 0) return void response.writeHead(bucketFails).end();
  const name = url.slice(1);
  const body = objects.get(name);
  if (method === 'DELETE') return void (objects.delete(name), response.writeHead(204).end());
  if (method === 'GET' && name.endsWith('endless')) {
    response.writeHead(200);
    const more = () => {
      if (response.destroyed) return;
      endlessSent += 65_536;
      if (response.write(Buffer.alloc(65_536))) setImmediate(more);
      else response.once('drain', more);
    };
    return void more();
  }
  if (method === 'GET' && name.endsWith('moved'))
    return void response.writeHead(307, { location: `${sts}elsewhere` }).end();
  if (method === 'GET' && body !== undefined) return void response.writeHead(200).end(body);
  if (method === 'HEAD' && body !== undefined)
    return void response.writeHead(200, { 'content-length': body.length }).end();
  response.writeHead(404).end();
});
let domain: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    bucket.listen(0, '127.0.0.1', resolve);
  });
  domain = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}/`;
});
afterAll(() => {
  bucket.close();
});

const storeAt = (address: string, changed: Partial<typeof settings> = {}) =>
  createAliyunStore({ ...settings, ...changed }, { limits, clock: () => now, sts: address });
const grant = (store = storeAt(sts)) =>
  store.grant({ key, who: 'abcdefgh234567aa', pages: 'https://chat.example.org' });

describe('files with Aliyun', () => {
  test('R90 T15 leave is asked for of Aliyun: fifteen minutes, for writing this one object', async () => {
    expect(await grant()).toEqual({
      accessKeyId: 'STS.id',
      accessKeySecret: 'secret',
      securityToken: 'token',
      bucket: 'amber-files',
      domain: 'https://files.example.org',
      pathStyle: false,
      region: 'cn-hangzhou',
    });
    const [{ Policy, ...parameters }] = asked as [Record<string, string>];
    expect(parameters).toEqual({
      Action: 'AssumeRole',
      Version: '2015-04-01',
      Format: 'JSON',
      RoleArn: settings.roleArn,
      RoleSessionName: 'abcdefgh234567aa',
      DurationSeconds: '900',
      AccessKeyId: 'LTAI-gateway',
      SignatureMethod: 'HMAC-SHA1',
      SignatureVersion: '1.0',
      SignatureNonce: expect.any(String),
      Timestamp: '2026-11-21T08:09:10Z',
    });
    expect(JSON.parse(Policy!)).toEqual({
      Version: '1',
      Statement: [
        {
          Effect: 'Allow',
          Action: ['oss:PutObject', 'oss:ListParts', 'oss:AbortMultipartUpload'],
          Resource: [`acs:oss:*:*:amber-files/${key}`],
        },
      ],
    });
    await grant();
    expect(asked[1]!['SignatureNonce']).not.toBe(asked[0]!['SignatureNonce']);
  });

  test("a request is signed as Aliyun's own client signs it, signs and umlauts too", () => {
    const parameters = { b: 'x y+z*~', A: "!'()", ü: '&=/%' };
    expect(aliyunSignature('POST', queryOf(parameters), settings.accessKeySecret)).toBe(rightSignature(parameters));
  });

  test('pages are told to reach the bucket under its own origin', () => {
    expect(storeAt(sts).origin).toBe('https://files.example.org');
  });

  test("what nobody holds is removed, and looked at, with the gateway's own key; what is not there is no error", async () => {
    const store = storeAt(sts, { domain });
    objects.set(key, 'sealed');
    expect(await store.sizeOf(key)).toBe(6);
    await store.remove(key);
    expect([await store.sizeOf(key), objects.size]).toEqual([null, 0]);
    await store.remove(key);
    expect(bucketAsked.map((one) => one.split(' ').slice(0, 2))).toEqual([
      ['HEAD', `/${key}`],
      ['DELETE', `/${key}`],
      ['HEAD', `/${key}`],
      ['DELETE', `/${key}`],
    ]);
    expect(bucketAsked.every((one) => /OSS4-HMAC-SHA256 Credential=LTAI-gateway\/\d+\/cn-hangzhou\//.test(one))).toBe(
      true,
    );
    for (bucketFails of [403, 500]) {
      expect(await outcomeCode(store.sizeOf(key))).toBe('UNAVAILABLE');
      expect(await outcomeCode(store.remove(key))).toBe('UNAVAILABLE');
    }
  });

  test('an object is read up to the size of a picture, from the bucket alone', async () => {
    bucketFails = 0;
    const store = storeAt(sts, { domain });
    objects.set('pictures/one', 'a picture');
    expect(String(await store.get('pictures/one'))).toBe('a picture');
    expect(await store.get('pictures/none')).toBeNull();
    expect(await outcomeCode(store.get('pictures/endless'))).toBe('UNAVAILABLE');
    expect(endlessSent).toBeLessThan(limits.pictureMax + 16 * 1_048_576);
    expect(await outcomeCode(store.get('pictures/moved'))).toBe('UNAVAILABLE');
    expect(asked).toEqual([]);
  });

  test('a redirect of Aliyun is not followed, and an answer without an end is cut off', async () => {
    const redirecting = createServer((_, response) => {
      response.writeHead(307, { location: sts }).end();
    });
    await new Promise<void>((resolve) => {
      redirecting.listen(0, '127.0.0.1', resolve);
    });
    const at = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/`;
    await expect(grant(storeAt(at))).rejects.toMatchObject({
      cause: expect.objectContaining({ reason: 'it redirects', status: 307 }),
    });
    expect(asked).toEqual([]);
    redirecting.close();
    for (const status of [200, 500]) {
      answer = { status, body: JSON.stringify({ more: 'x'.repeat(100_000) }) };
      await expect(grant()).rejects.toMatchObject({
        cause: expect.objectContaining({ reason: 'the answer is too long' }),
      });
    }
  });

  test('when Aliyun refuses, answers nonsense or is away, uploading is not available, and the reason is kept for the log', async () => {
    expect(await outcomeCode(grant(storeAt(sts, { accessKeySecret: 'wrong' })))).toBe('UNAVAILABLE');
    for (const bad of [
      { status: 403, body: '{"Code":"NoPermission"}' },
      { status: 200, body: '{}' },
      { status: 200, body: 'x' },
    ]) {
      answer = bad;
      expect(await outcomeCode(grant())).toBe('UNAVAILABLE');
    }
    expect(await outcomeCode(grant(storeAt('http://127.0.0.1:1/')))).toBe('UNAVAILABLE');
    answer = { status: 403, body: '{"Code":"NoPermission"}' };
    await expect(grant()).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringContaining('NoPermission') }),
    });
  });
});
