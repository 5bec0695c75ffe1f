import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadSetting } from '@amber/proto';
import { limits as usual } from '@amber/proto/limits';
import type OSS from 'ali-oss';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fill, smallDisk } from '../../testing/disk.ts';
import { call, outcomeCode, signIn, type Person } from '../../testing/client.ts';
import { deleteAccountNow } from '../../testing/deleteAccountNow.ts';
import { startProcess } from '../../testing/process.ts';
import { type S3Server, startS3Server } from '../../testing/s3Server.ts';
import { query, startTestGateway, temporaryFolder, type TestGateway } from '../../testing/gateway.ts';
import {
  fileUrlOf,
  ossClientOf,
  requestPermit,
  newUploadName,
  ossOutcome,
  partSize,
  type UploadPermit,
} from '../../testing/uploads.ts';
import { scaledTimeout } from '../../testing/machine.ts';
import { enoughOfThisMinute } from '../../testing/enoughOfThisMinute.ts';

const parts = 8;
const sealedFileMax = parts * partSize;
const minute = 60_000;

let gateway: TestGateway;
let dataDir: string;
let alice: Person;
let bob: Person;
let late = 0;
const closers: (() => unknown)[] = [];

const startStoreGateway = (options: Parameters<typeof startTestGateway>[0]) =>
  startTestGateway({ clock: () => Date.now() + late, limits: { sealedFileMax, diskReserve: 0 }, ...options });
beforeAll(async () => {
  dataDir = await temporaryFolder();
  gateway = await startStoreGateway({ dataDir });
  [alice, bob] = [await signIn(gateway), await signIn(gateway)];
});
afterEach(async () => {
  late = 0;
  for (const closer of closers.splice(0).reverse()) await closer();
});
afterAll(async () => {
  await gateway.close();
  await rm(dataDir, { recursive: true, force: true });
});

const fetched = async (leave: UploadPermit, headers: Record<string, string> = {}) => {
  const answer = await fetch(fileUrlOf(leave), { headers });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
};
const inParts = (
  leave: UploadPermit,
  bytes: Buffer,
  more: OSS.MultipartUploadOptions = {},
  client = ossClientOf(leave),
) => client.multipartUpload(leave.key, bytes, { parallel: usual.uploadParallel, partSize, ...more });

/** A proxy between a client and the gateway: `meddle` may answer instead. */
async function between(meddle: (request: IncomingMessage) => 'refuse' | 'cut' | null): Promise<string> {
  const target = new URL(gateway.url);
  const server: Server = createServer((request, response) => {
    const deed = meddle(request);
    if (deed === 'cut') return void request.socket.destroy();
    if (deed === 'refuse') return void request.resume().on('end', () => response.writeHead(503).end());
    request.pipe(
      httpRequest(
        {
          host: target.hostname,
          port: target.port,
          path: request.url,
          method: request.method,
          headers: request.headers,
        },
        (answer) => {
          response.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(response);
        },
      ).on('error', () => response.destroy()),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Exported by the library, but missing from its types. */
type Lister = OSS & {
  listParts(
    key: string,
    uploadId: string,
    query?: object,
  ): Promise<{
    isTruncated: string;
    nextPartNumberMarker: string;
    parts: { PartNumber: string; ETag: string; Size: string } | { PartNumber: string; ETag: string; Size: string }[];
  }>;
};
const listParts = async (leave: UploadPermit, uploadId: string, query?: object) => {
  const {
    parts: listed,
    isTruncated,
    nextPartNumberMarker,
  } = await (ossClientOf(leave) as Lister).listParts(leave.key, uploadId, query);
  return { parts: [listed].flat(), isTruncated: isTruncated === 'true', next: Number(nextPartNumberMarker) };
};

/** The raw request with all its headers; nothing is added. */
const bare = (
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string | number>; body?: string | Buffer } = {},
) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const { hostname: host, port } = new URL(gateway.url);
    const request = httpRequest({ host, port, path, method, headers, agent: false }, (answer) => {
      let text = '';
      answer
        .setEncoding('latin1')
        .on('data', (chunk) => {
          text += chunk;
        })
        .on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, body: text }));
    }).on('error', reject);
    request.end(body);
  });
const codeIn = (xml: string) => /<Code>(\w+)<\/Code>/.exec(xml)?.[1];

/** The headers the library would send, for tampering. */
function signed(
  leave: UploadPermit,
  method: string,
  query: Record<string, string | number | null> = {},
  headers: Record<string, string> = {},
): Record<string, string> {
  const all: Record<string, string> = {
    'x-oss-date': new Date(Date.now() + late).toISOString().replace(/[-:]|\.\d+/g, ''),
    'x-oss-content-sha256': 'UNSIGNED-PAYLOAD',
    'x-oss-security-token': leave.setting.securityToken,
    ...headers,
  };
  // Exported by the library, but missing from its types.
  const client = ossClientOf(leave) as unknown as {
    authorizationV4(method: string, request: object, bucket: string, key: string): string;
  };
  return {
    ...all,
    authorization: client.authorizationV4(method, { headers: all, queries: query }, leave.setting.bucket, leave.key),
  };
}
const pathOf = ({ key, setting }: UploadPermit) => `/${setting.bucket}/${key}`;

/** A place of the objects. */
interface Place {
  name: string;
  /** Starts a gateway with it, instead of the one on the disk. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The parts at which uploads are cut. */
  cuts: number[];
  /** What is in the place for uploads in progress. */
  unfinished(): Promise<unknown[]>;
}

const onDisk: Place = {
  name: 'on the disk',
  start: async () => undefined,
  stop: async () => undefined,
  cuts: Array.from({ length: parts }, (_, n) => n + 1),
  unfinished: () => readdir(join(dataDir, 'files/unfinished')),
};

function inBucket(): Place {
  let usualOnes: [TestGateway, Person, Person];
  let s3: S3Server;
  return {
    name: 'in a bucket',
    async start() {
      usualOnes = [gateway, alice, bob];
      s3 = await startS3Server();
      gateway = await startStoreGateway({ s3: s3.settings });
      [alice, bob] = [await signIn(gateway), await signIn(gateway)];
    },
    async stop() {
      await gateway.close();
      await s3.close();
      [gateway, alice, bob] = usualOnes;
    },
    // Where an upload goes on is the same: an even and an odd one.
    cuts: [3, 6],
    unfinished: async () => (await query(gateway, 'select from bucket_upload where finished_at is null')).rows,
  };
}
const { unfinished } = onDisk;

describe.each([onDisk, inBucket()])("the gateway's own file store $name", ({ start, stop, cuts, unfinished }) => {
  beforeAll(start);
  afterAll(stop);
  test('R90 R91 T15 leave to upload names the store and one object; a small file goes in one go and comes back as it was', async () => {
    const random = newUploadName();
    const leave = await requestPermit(alice, random);
    expect(leave.setting).toEqual({
      accessKeyId: expect.any(String),
      accessKeySecret: expect.any(String),
      securityToken: expect.any(String),
      bucket: 'files',
      domain: gateway.url,
      pathStyle: true,
      region: 'cn-shanghai',
    });
    const bytes = randomBytes(1_000);
    await ossClientOf(leave).put(leave.key, bytes);
    expect(fileUrlOf(leave)).toBe(`${gateway.url}/files/chat/${random}`);
    const { status, headers, body } = await fetched(leave);
    expect([status, body.equals(bytes), headers.get('content-length')]).toEqual([200, true, '1000']);
  });

  test('R91 eight parts, five at a time, are one file again; its ETag is that of OSS', async () => {
    const leave = await requestPermit(alice);
    const bytes = randomBytes(sealedFileMax);
    const percents: number[] = [];
    let [now, most] = [0, 0];
    const endpoint = await between(({ url }) => {
      if (url!.includes('partNumber')) most = Math.max(most, (now += 1));
      return null;
    });
    await inParts(
      leave,
      bytes,
      {
        progress: (done: number) => {
          now = Math.max(0, now - 1);
          percents.push(done);
        },
      },
      ossClientOf(leave, { endpoint }),
    );
    expect(percents.at(-1)).toBe(1);
    expect(percents.length).toBe(parts + 2);
    expect(most).toBe(usual.uploadParallel);
    const { headers, body } = await fetched(leave);
    expect(body.equals(bytes)).toBe(true);
    expect(headers.get('etag')).toMatch(/^"[0-9A-F]{32}-8"$/);
    expect(await unfinished()).toEqual([]);
  });

  test('R49 a range across parts, the length alone, and nothing where it is known', async () => {
    const leave = await requestPermit(alice);
    const bytes = randomBytes(3 * partSize + 1);
    await inParts(leave, bytes);
    const { headers } = await ossClientOf(leave)
      .head(leave.key)
      .then(({ res }) => res as { headers: Record<string, string> });
    expect(headers).toMatchObject({ 'content-length': String(bytes.length), 'accept-ranges': 'bytes' });
    for (const [from, to] of [
      [0, 0],
      [partSize - 1, partSize],
      [5, 3 * partSize],
      [3 * partSize, 3 * partSize],
    ] as const) {
      const { status, headers: ranged, body } = await fetched(leave, { range: `bytes=${from}-${to}` });
      expect([status, ranged.get('content-range'), body.equals(bytes.subarray(from, to + 1))]).toEqual([
        206,
        `bytes ${from}-${to}/${bytes.length}`,
        true,
      ]);
    }
    expect(await fetched(leave, { range: 'bytes=9999999-' })).toMatchObject({ status: 416 });
    expect(await fetched(leave, { range: 'bytes=0-0', 'if-range': '"other"' })).toMatchObject({ status: 200 });
    expect(await fetched(leave, { 'if-none-match': headers['etag']! })).toMatchObject({
      status: 304,
      body: Buffer.alloc(0),
    });
    expect(await fetched({ ...leave, key: `chat/${newUploadName()}` })).toMatchObject({ status: 404 });
  });

  test.each(cuts)('C18 an upload that is cut at part %i goes on where it was', async (cut) => {
    const leave = await requestPermit(alice);
    const bytes = randomBytes(sealedFileMax);
    const sent: string[] = [];
    let broken = true;
    const endpoint = await between(({ url, method }) => {
      if (method === 'PUT') sent.push(/partNumber=(\d+)/.exec(url!)![1]!);
      if (!broken || !url!.includes(`partNumber=${cut}&`)) return null;
      return cut % 2 ? 'cut' : 'refuse';
    });
    let checkpoint: OSS.Checkpoint | undefined;
    const progress = (_: number, reached: OSS.Checkpoint) => {
      checkpoint = reached ?? checkpoint;
    };
    expect(await ossOutcome(inParts(leave, bytes, { progress }, ossClientOf(leave, { endpoint })))).not.toBe('SUCCESS');
    expect(await fetched(leave)).toMatchObject({ status: 404 });
    expect(checkpoint!.doneParts.map(({ number }) => number)).not.toContain(cut);
    const listed = await listParts(leave, checkpoint!.uploadId);
    expect(listed.parts.map(({ PartNumber }) => Number(PartNumber))).toEqual(
      expect.arrayContaining(checkpoint!.doneParts.map(({ number }) => number)),
    );

    broken = false;
    const before = sent.splice(0).length;
    // Kept as text, as the engine does.
    const kept = { ...JSON.parse(JSON.stringify({ ...checkpoint, file: undefined })), file: bytes } as OSS.Checkpoint;
    await inParts(leave, bytes, { checkpoint: kept }, ossClientOf(leave, { endpoint }));
    expect(before + sent.length).toBeLessThan(2 * parts);
    expect(sent).toContain(String(cut));
    expect((await fetched(leave)).body.equals(bytes)).toBe(true);
    expect(await unfinished()).toEqual([]);
  });

  test('C18 R95 an upload that is called off can go on, be dropped, and leaves nothing after a day', async () => {
    const bytes = randomBytes(sealedFileMax);
    const cancelled = async (leave: UploadPermit) => {
      const client = ossClientOf(leave);
      let checkpoint: OSS.Checkpoint | undefined;
      const progress = (_: number, reached: OSS.Checkpoint) => {
        checkpoint = reached;
        if (reached.doneParts.length === 3) (client as unknown as { cancel(): void }).cancel();
      };
      expect(await ossOutcome(inParts(leave, bytes, { progress, parallel: 1 }, client))).toBe('cancel');
      return checkpoint!;
    };
    const [goesOn, dropped, forgotten] = [
      await requestPermit(alice),
      await requestPermit(alice),
      await requestPermit(alice),
    ];
    await inParts(goesOn, bytes, { checkpoint: await cancelled(goesOn) });
    expect((await fetched(goesOn)).body.equals(bytes)).toBe(true);

    const { uploadId } = await cancelled(dropped);
    await ossClientOf(dropped).abortMultipartUpload(dropped.key, uploadId);
    expect(await ossOutcome(ossClientOf(dropped).abortMultipartUpload(dropped.key, uploadId))).toBe('NoSuchUpload');

    await cancelled(forgotten);
    expect(await unfinished()).toHaveLength(1);
    await gateway.sweep();
    expect(await unfinished()).toHaveLength(1);
    late = usual.unfinishedUploadTtl + minute;
    await gateway.sweep();
    expect(await unfinished()).toEqual([]);
    expect((await fetched(goesOn)).status).toBe(200);
  });

  test('C18 to finish twice is to finish once; a finished file is not written over, not even in part', async () => {
    const leave = await requestPermit(alice);
    const bytes = randomBytes(2 * partSize);
    let checkpoint: OSS.Checkpoint | undefined;
    await inParts(leave, bytes, {
      progress: (_: number, reached: OSS.Checkpoint) => {
        checkpoint = reached ?? checkpoint;
      },
    });
    const { uploadId, doneParts } = checkpoint!;
    expect(await ossOutcome(ossClientOf(leave).completeMultipartUpload(leave.key, uploadId, doneParts))).toBe(
      'SUCCESS',
    );
    expect(
      await ossOutcome(ossClientOf(leave).completeMultipartUpload(leave.key, uploadId, doneParts.slice(0, 1))),
    ).toBe('NoSuchUpload');
    expect(await ossOutcome(inParts(leave, bytes))).toBe('SUCCESS');
    expect(await ossOutcome(inParts(leave, randomBytes(2 * partSize)))).toBe('FileAlreadyExists');
    expect(await ossOutcome(ossClientOf(leave).put(leave.key, randomBytes(10)))).toBe('FileAlreadyExists');
    expect((await fetched(leave)).body.equals(bytes)).toBe(true);
    const small = await requestPermit(alice);
    for (const [body, code] of [
      ['same', 'SUCCESS'],
      ['same', 'SUCCESS'],
      ['other', 'FileAlreadyExists'],
    ] as const)
      expect(await ossOutcome(ossClientOf(small).put(small.key, Buffer.from(body)))).toBe(code);
  });

  test('C18 parts that are listed wrongly make no file', async () => {
    const leave = await requestPermit(alice);
    const client = ossClientOf(leave);
    const { uploadId } = await client.initMultipartUpload(leave.key);
    const upload = async (number: number, size: number) => {
      const query = { partNumber: number, uploadId };
      const { headers } = await bare(`${pathOf(leave)}?partNumber=${number}&uploadId=${uploadId}`, {
        method: 'PUT',
        headers: { ...signed(leave, 'PUT', query), 'content-length': size },
        body: randomBytes(size),
      });
      return { number, etag: headers['etag'] as string };
    };
    const [one, small, three] = [await upload(1, partSize), await upload(2, 10), await upload(3, partSize)];
    const finish = (...listed: { number: number; etag: string }[]) =>
      ossOutcome(client.completeMultipartUpload(leave.key, uploadId, listed));
    expect(await finish()).toBe('MalformedXML');
    expect(await finish(one, { number: 2, etag: three.etag })).toBe('InvalidPart');
    expect(await finish(one, { number: 4, etag: three.etag })).toBe('InvalidPart');
    expect(await finish(one, small, three)).toBe('EntityTooSmall');
    expect((await fetched(leave)).status).toBe(404);
    const first = await listParts(leave, uploadId, { 'max-parts': 2 });
    expect(first).toMatchObject({
      isTruncated: true,
      next: 2,
      parts: [
        { PartNumber: '1', ETag: one.etag, Size: String(partSize) },
        { PartNumber: '2', ETag: small.etag, Size: '10' },
      ],
    });
    expect(await listParts(leave, uploadId, { 'part-number-marker': first.next })).toMatchObject({
      isTruncated: false,
      parts: [{ PartNumber: '3', ETag: three.etag }],
    });
    // One part replaced, and one not listed and therefore left out.
    const again = await upload(1, partSize);
    expect(await finish(one, three)).toBe('InvalidPart');
    expect(await finish(again, three)).toBe('SUCCESS');
    expect((await fetched(leave)).body).toHaveLength(2 * partSize);
  });
});

describe('T15 leave to upload is leave for one object', () => {
  let leave: UploadPermit;
  beforeAll(async () => {
    leave = await requestPermit(alice);
    await ossClientOf(leave).put(leave.key, Buffer.from('mine'));
  });

  const refusals: [string, string, () => Promise<unknown>][] = [
    ['another name', 'AccessDenied', () => ossClientOf(leave).put(`chat/${newUploadName()}`, Buffer.from('x'))],
    [
      'another prefix',
      'AccessDenied',
      () => ossClientOf(leave).put(leave.key.replace('chat', 'shell'), Buffer.from('x')),
    ],
    ['a name of unicode', 'AccessDenied', () => ossClientOf(leave).put(`chat/${'ä'.repeat(36)}`, Buffer.from('x'))],
    ['a longer name', 'AccessDenied', () => ossClientOf(leave).put(`${leave.key}x`, Buffer.from('x'))],
    ['listing', 'AccessDenied', () => ossClientOf(leave).listV2({ prefix: 'chat/' }, {})],
    ['listing uploads', 'AccessDenied', () => ossClientOf(leave).listUploads({ 'max-uploads': 10 })],
    ['deleting', 'AccessDenied', () => ossClientOf(leave).delete(leave.key)],
    ['deleting several', 'AccessDenied', () => ossClientOf(leave).deleteMulti([leave.key])],
    ['copying', 'AccessDenied', () => ossClientOf(leave).copy(leave.key, `chat/${newUploadName()}`)],
    ['rights', 'AccessDenied', () => ossClientOf(leave).putACL(leave.key, 'public-read-write')],
    [
      'tags',
      'AccessDenied',
      () =>
        (
          ossClientOf(leave) as unknown as { putObjectTagging(key: string, tag: object): Promise<unknown> }
        ).putObjectTagging(leave.key, { a: 'b' }),
    ],
    [
      'appending',
      'AccessDenied',
      () =>
        (ossClientOf(leave) as unknown as { append(key: string, bytes: Buffer): Promise<unknown> }).append(
          leave.key,
          Buffer.from('x'),
        ),
    ],
    [
      'a wrong secret',
      'SignatureDoesNotMatch',
      () => ossClientOf(leave, { accessKeySecret: 'x' }).put(leave.key, Buffer.from('x')),
    ],
    [
      'a wrong id',
      'InvalidAccessKeyId',
      () => ossClientOf(leave, { accessKeyId: 'x' }).put(leave.key, Buffer.from('x')),
    ],
    [
      'another region',
      'InvalidAccessKeyId',
      () => ossClientOf(leave, { region: 'oss-cn-beijing' }).put(leave.key, Buffer.from('x')),
    ],
    [
      'a signature of version 1',
      'AccessDenied',
      () => ossClientOf(leave, { authorizationV4: false }).put(leave.key, Buffer.from('x')),
    ],
  ];
  test.each(refusals)('%s: %s', async (_what, code, attempt) => {
    expect(await ossOutcome(attempt())).toBe(code);
    expect((await fetched(leave)).body.toString()).toBe('mine');
  });

  test.each([
    'chat/../../../etc/passwd',
    `chat/${'.'.repeat(36)}`,
    `chat/..%2f${'a'.repeat(32)}`,
    'chat//',
    `chat/${'a'.repeat(35)}%00`,
    '',
  ])('a way out of the folder: %s', async (path) => {
    expect(
      codeIn((await bare(`/files/${path}`, { method: 'PUT', headers: signed({ ...leave, key: path }, 'PUT') })).body),
    ).toBe('AccessDenied');
    expect(codeIn((await bare(`/files/${path}`)).body)).toMatch(/^(AccessDenied|NoSuchKey)$/);
  });

  test('another bucket is not there', async () => {
    expect(await bare(`/other/${leave.key}`, { method: 'PUT', headers: signed(leave, 'PUT') })).toMatchObject({
      status: 404,
      body: 'Not found',
    });
  });

  test('no token, one that is bent, one of another gateway', async () => {
    const { securityToken } = leave.setting;
    const other = await startTestGateway();
    closers.push(other.close);
    const foreign = (await requestPermit(await signIn(other))).setting.securityToken;
    const flipped = `${securityToken.slice(0, -1)}${securityToken.endsWith('A') ? 'B' : 'A'}`;
    const [text, mac] = securityToken.split('.') as [string, string];
    const larger = `${Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(text, 'base64url').toString()), bytes: 1e12 })).toString('base64url')}.${mac}`;
    for (const token of [flipped, larger, foreign, '.', `${text}.`, 'x']) {
      const bent = { ...leave, setting: { ...leave.setting, securityToken: token } };
      expect(codeIn((await bare(pathOf(leave), { method: 'PUT', headers: signed(bent, 'PUT') })).body)).toBe(
        'InvalidSecurityToken',
      );
    }
    const { 'x-oss-security-token': _, ...without } = signed(leave, 'PUT');
    expect(codeIn((await bare(pathOf(leave), { method: 'PUT', headers: without })).body)).toBe('AccessDenied');
  });

  test('a request is what was signed: each bit of the signature, the date, the method, the query and the headers', async () => {
    const fresh = await requestPermit(alice);
    const right = signed(fresh, 'PUT', {}, { 'content-type': 'text/plain' });
    const attempt = async (headers: Record<string, string>, { method = 'PUT', query = '' } = {}) =>
      codeIn(
        (await bare(`${pathOf(fresh)}${query}`, { method, headers: { ...headers, 'content-length': '1' }, body: 'x' }))
          .body,
      ) ?? 'SUCCESS';
    const signature = right['authorization']!.slice(-64);
    for (let at = 0; at < 64; at += 1) {
      const wrong = signature.slice(0, at) + (signature[at] === '0' ? '1' : '0') + signature.slice(at + 1);
      expect(await attempt({ ...right, authorization: right['authorization']!.replace(signature, wrong) })).toBe(
        'SignatureDoesNotMatch',
      );
    }
    for (const bent of [{ 'content-type': 'text/html' }, { 'x-oss-more': '1' }, { 'content-md5': 'x' }])
      expect(await attempt({ ...right, ...bent })).toBe('SignatureDoesNotMatch');
    expect(await attempt(right, { query: '?partNumber=1&uploadId=x' })).toBe('SignatureDoesNotMatch');
    expect(await attempt(right, { query: '?uploads' })).toBe('SignatureDoesNotMatch');
    expect(await attempt(right, { method: 'POST', query: '?uploads' })).toBe('SignatureDoesNotMatch');
    for (const absent of ['x-oss-date', 'x-oss-content-sha256', 'authorization'])
      expect(await attempt({ ...right, [absent]: '' })).toBe('AccessDenied');
    expect(await attempt({ ...right, 'x-oss-content-sha256': 'a'.repeat(64) })).toBe('AccessDenied');
    expect(await attempt(right)).toBe('SUCCESS');
  });

  test('a signature of another hour is too old, and says what time it is', async () => {
    const fresh = await requestPermit(alice);
    for (const wrong of [-16 * minute, 16 * minute]) {
      late = wrong;
      const headers = signed(fresh, 'PUT');
      late = 0;
      const { status, body } = await bare(pathOf(fresh), { method: 'PUT', headers });
      expect([status, codeIn(body)]).toEqual([403, 'RequestTimeTooSkewed']);
      expect(Math.abs(Date.parse(/<ServerTime>([^<]+)</.exec(body)![1]!) - Date.now())).toBeLessThan(minute);
    }
  });

  test('R97 leave lasts fifteen minutes; asked for again, the same upload goes on', async () => {
    const random = newUploadName();
    const first = await requestPermit(alice, random);
    const client = ossClientOf(first);
    const { uploadId } = await client.initMultipartUpload(first.key);
    late = usual.uploadCredentialTtl;
    expect(await ossOutcome(client.abortMultipartUpload(first.key, uploadId))).toBe('SecurityTokenExpired');
    late = 0;
    const second = await requestPermit(alice, random);
    expect(await ossOutcome(ossClientOf(second).abortMultipartUpload(first.key, uploadId))).toBe('SUCCESS');
  });

  test('a byte past the limit is refused, in one go and in parts', async () => {
    const fresh = await requestPermit(alice);
    expect(await ossOutcome(ossClientOf(fresh).put(fresh.key, Buffer.alloc(sealedFileMax + 1)))).toBe('EntityTooLarge');
    expect(await ossOutcome(inParts(fresh, Buffer.alloc(sealedFileMax + 1)))).toBe('EntityTooLarge');
    expect(await ossOutcome(inParts(fresh, Buffer.alloc(sealedFileMax)))).toBe('SUCCESS');
  });

  test('lengths and digests that are lies', async () => {
    const fresh = await requestPermit(alice);
    const put = (headers: Record<string, string | number>, body: Buffer | string = 'x') =>
      bare(pathOf(fresh), { method: 'PUT', headers: { ...signed(fresh, 'PUT'), ...headers }, body });
    expect(codeIn((await put({ 'transfer-encoding': 'chunked' })).body)).toBe('MissingContentLength');
    const cut = httpRequest(fileUrlOf(fresh), {
      method: 'PUT',
      headers: { ...signed(fresh, 'PUT'), 'content-length': 9 },
    }).on('error', () => undefined);
    cut.write('12345678', () => setTimeout(() => cut.destroy(), 50));
    await new Promise((resolve) => {
      cut.on('close', resolve);
    });
    await expect.poll(unfinished).toEqual([]);
    expect(codeIn((await put({ 'content-length': 1e15 })).body)).toBe('EntityTooLarge');
    const digest = { 'content-md5': Buffer.alloc(16).toString('base64') };
    expect(
      codeIn(
        (
          await bare(pathOf(fresh), {
            method: 'PUT',
            headers: { ...signed(fresh, 'PUT', {}, digest), 'content-length': 1 },
            body: 'x',
          })
        ).body,
      ),
    ).toBe('InvalidDigest');
    expect(
      (
        await bare(pathOf(fresh), {
          method: 'PUT',
          headers: { ...signed(fresh, 'PUT'), 'content-length': 1, 'x-huge': 'x'.repeat(100_000) },
          body: 'x',
        })
      ).status,
    ).toBe(431);
    for (const [query, code] of [
      ['partNumber=0', 'InvalidArgument'],
      ['partNumber=10001', 'InvalidArgument'],
      ['partNumber=1e3', 'InvalidArgument'],
      ['partNumber=1', 'NoSuchUpload'],
    ] as const) {
      const uploadId = '../../../..';
      const { body } = await bare(`${pathOf(fresh)}?${query}&uploadId=${encodeURIComponent(uploadId)}`, {
        method: 'PUT',
        headers: { ...signed(fresh, 'PUT', { partNumber: query.split('=')[1]!, uploadId }), 'content-length': 1 },
        body: 'x',
      });
      expect(codeIn(body)).toBe(code);
    }
    expect((await fetched(fresh)).status).toBe(404);
    expect((await fetch(`${gateway.url}/gateway/live`)).status).toBe(200);
  });

  test('a day has so many bytes for each account, counted when they come', async () => {
    const small = await startTestGateway({
      clock: () => Date.now() + late,
      limits: { uploadBytesPerDay: 3 * partSize, diskReserve: 0 },
    });
    closers.push(small.close);
    const [carol, dora] = [await signIn(small), await signIn(small)];
    const [one, other] = [await requestPermit(carol), await requestPermit(carol)];
    await inParts(one, Buffer.alloc(2 * partSize));
    expect(await ossOutcome(inParts(other, Buffer.alloc(2 * partSize), { parallel: 1 }))).toBe('QuotaExceeded');
    expect(await outcomeCode(requestPermit(carol))).toBe('UPLOADS_FULL');
    expect(await outcomeCode(requestPermit(dora))).toBe('SUCCESS');
    late = 24 * 60 * minute;
    expect(
      await outcomeCode(requestPermit(await signIn(small, { phone: carol.phone, deviceId: carol.deviceId }))),
    ).toBe('SUCCESS');
  });
});

describe('the address of the store', () => {
  const domainOf = async (there: TestGateway, headers: Record<string, string>) => {
    const {
      tokens: { token },
    } = await signIn(there);
    const { setting } = await call(there.url, 'file.uploadInfo', { random: newUploadName() }, { token, headers });
    return (JSON.parse(setting) as UploadSetting).domain;
  };

  test('R90 is that of the page that asks', async () => {
    expect(await domainOf(gateway, {})).toBe(gateway.url);
    const { host } = new URL(gateway.url);
    expect(await domainOf(gateway, { origin: `https://${host}` })).toBe(`https://${host}`);
  });

  test('R90 is PUBLIC_URL, where there is one', async () => {
    const published = await startTestGateway({ publicUrl: 'https://chat.example.org/' });
    closers.push(published.close);
    expect(await domainOf(published, {})).toBe('https://chat.example.org');
    expect(await domainOf(published, { origin: 'https://chat.example.org' })).toBe('https://chat.example.org');
  });

  test("T12 T15 with Aliyun it is the bucket's: pages may connect there, and show nothing from there; nothing lies here", async () => {
    const aliyun = {
      accessKeyId: 'i',
      accessKeySecret: 's',
      roleArn: 'acs:ram::1:role/x',
      bucket: 'amber-files',
      domain: 'https://files.example.org/',
      region: 'cn-shanghai',
    };
    const there = await startTestGateway({ aliyun });
    closers.push(there.close);
    const policies = (await fetch(`${there.url}/chat/`)).headers.get('content-security-policy')!.split(';');
    expect(policies.find((one) => one.startsWith('connect-src'))).toBe("connect-src 'self' https://files.example.org");
    expect(policies.filter((one) => one.includes('files.example.org'))).toHaveLength(1);
    expect((await fetch(`${there.url}/files/chat/${newUploadName()}`)).headers.get('content-type')).toContain(
      'text/plain',
    );
  });
});

describe('who may have a name', () => {
  test('T15 R90 thirty-six characters of the address alphabet, and nothing else', async () => {
    for (const random of [
      '',
      'a'.repeat(35),
      'a'.repeat(37),
      `${'a'.repeat(35)}/`,
      `${'a'.repeat(35)}.`,
      'ä'.repeat(36),
      `${'a'.repeat(36)}\n`,
    ]) {
      expect(await outcomeCode(alice.api.file.uploadInfo({ random }))).toBe('BAD_REQUEST');
    }
  });

  test('T15 of two who ask for one name at once, one gets it and keeps it', async () => {
    const random = newUploadName();
    const outcomes = await Promise.all(
      [alice, bob, alice, bob].map((person) => outcomeCode(requestPermit(person, random))),
    );
    expect(outcomes.toSorted()).toEqual(['NO_AUTH', 'NO_AUTH', 'SUCCESS', 'SUCCESS']);
    expect(outcomes[0]).toBe(outcomes[2]);
  });

  test("R196 what an account has uploaded is in its data; when it ends the files stay for a while, and their names are nobody's", async () => {
    const [carol, random] = [await signIn(gateway), newUploadName()];
    const leave = await requestPermit(carol, random);
    await ossClientOf(leave).put(leave.key, Buffer.from('sent'));
    const uploads: unknown[] = [];
    for (let cursor = '', first = true; first || cursor !== ''; first = false) {
      const part = await carol.api.user.exportData({ cursor });
      if (part.section === 'uploads') uploads.push(...(JSON.parse(part.rows) as unknown[]));
      ({ cursor } = part);
    }
    expect(uploads).toEqual([{ name: leave.key, time: expect.any(Number) }]);
    const unsent = await requestPermit(carol);
    await deleteAccountNow(gateway, carol);
    expect((await fetched(leave)).body.toString()).toBe('sent');
    expect(await outcomeCode(requestPermit(bob, random))).toBe('NO_AUTH');
    expect(await ossOutcome(ossClientOf(unsent).put(unsent.key, Buffer.from('x')))).toBe('QuotaExceeded');
  });
});

describe('T12 what lies in the store does nothing in a browser', () => {
  const hostile: [string, string][] = [
    ['text/html', '<script>parent.hacked = 1</script>'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="hacked()"/>'],
    ['text/javascript', 'self.hacked = 1'],
    ['application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"><script>hacked()</script></html>'],
    ['text/css', 'body { background: url(//evil.example) }'],
    ['image/gif', 'GIF89a/*<script>*/=1;hacked()'],
    ['application/pdf', '%PDF-1.4 <script>hacked()</script>'],
    ['multipart/x-mixed-replace; boundary=x', '--x\r\nContent-Type: text/html\r\n\r\n<script>hacked()</script>'],
  ];
  test.each(hostile)('a file that says it is %s', async (type, body) => {
    const leave = await requestPermit(alice);
    await ossClientOf(leave).put(leave.key, Buffer.from(body), { mime: type });
    for (const query of [
      '',
      '?response-content-type=text/html&response-content-disposition=inline',
      '?x-oss-process=image/format,svg',
    ]) {
      for (const method of ['GET', 'HEAD']) {
        expect(await bare(`${pathOf(leave)}${query}`, { method })).toMatchObject({
          status: 200,
          headers: {
            'content-type': 'application/octet-stream',
            'content-disposition': 'attachment',
            'x-content-type-options': 'nosniff',
            'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
            'cross-origin-resource-policy': 'same-origin',
            'cache-control': 'public, max-age=31536000, immutable',
          },
          body: method === 'GET' ? body : '',
        });
      }
    }
  });

  test('a refusal echoes nothing that a browser would run', async () => {
    const { headers, body } = await bare('/files/<script>alert(1)</script>');
    expect(headers).toMatchObject({
      'content-type': 'application/xml',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'no-store',
    });
    expect(body).not.toContain('script');
  });

  test('T15 pages of ours may upload and fetch, those of others may not', async () => {
    const leave = await requestPermit(alice);
    await ossClientOf(leave).put(leave.key, Buffer.from('x'));
    const asked = 'authorization, content-type, x-oss-date';
    const preflight = (origin: string) =>
      bare(pathOf(leave), {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': asked },
      });
    expect(await preflight(gateway.url)).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': gateway.url,
        'access-control-allow-headers': asked,
        'access-control-allow-methods': expect.stringContaining('PUT'),
        'access-control-max-age': '86400',
        vary: 'origin',
      },
    });
    const { headers } = await bare(pathOf(leave), { headers: { origin: gateway.url } });
    expect(headers).toMatchObject({
      'access-control-allow-origin': gateway.url,
      'access-control-expose-headers': expect.stringContaining('etag'),
    });
    for (const origin of ['https://evil.example', 'null']) {
      for (const answer of [
        await preflight(origin),
        await bare(pathOf(leave), { headers: { origin } }),
        await bare(pathOf(leave), { method: 'PUT', headers: { ...signed(leave, 'PUT'), origin } }),
      ]) {
        expect(answer.status).toBe(403);
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      }
    }
  });

  test('T10 an address may ask the store so often in a minute, apart from its calls; this machine is spared', async () => {
    const bounded = await startTestGateway({
      limits: { fileRequestsPerMinutePerNetwork: 3, strangersCallsPerMinutePerNetwork: 2 },
    });
    closers.push(bounded.close);
    const from = async (address: string) =>
      (await fetch(`${bounded.url}/files/chat/${newUploadName()}`, { headers: { 'x-forwarded-for': address } })).status;
    await enoughOfThisMinute();
    expect([
      await from('203.0.113.9'),
      await from('203.0.113.9'),
      await from('203.0.113.9'),
      await from('203.0.113.9'),
    ]).toEqual([404, 404, 404, 503]);
    for (let n = 0; n < 5; n += 1) expect(await from('127.0.0.1')).toBe(404);
  });
});

describe('a store that is hit', () => {
  test('C18 G1 a gateway that is killed in the middle leaves nothing half; the upload goes on with the next one', async () => {
    const folder = await temporaryFolder();
    closers.push(() => rm(folder, { recursive: true, force: true }));
    let running = await startProcess({ AMBER_DATA: folder });
    closers.push(() => running.end());
    const carol = await signIn(running);
    const leave = await requestPermit(carol);
    const bytes = randomBytes(40 * partSize);
    let checkpoint: OSS.Checkpoint | undefined;
    const killed = inParts(leave, bytes, {
      progress: (_: number, reached: OSS.Checkpoint) => {
        checkpoint = reached;
        if (reached.doneParts.length === 7) void running.end('SIGKILL');
      },
    });
    expect(await ossOutcome(killed)).not.toBe('SUCCESS');
    running = await startProcess({ AMBER_DATA: folder });
    const here = { ...leave, setting: { ...leave.setting, domain: running.url } };
    expect((await fetched(here)).status).toBe(404);
    const kept = { ...JSON.parse(JSON.stringify({ ...checkpoint, file: undefined })), file: bytes } as OSS.Checkpoint;
    expect(kept.doneParts.length).toBeGreaterThanOrEqual(7);
    await inParts(here, bytes, { checkpoint: kept });
    expect((await fetched(here)).body.equals(bytes)).toBe(true);
    expect(await readdir(join(folder, 'files/unfinished'))).toEqual([]);
  });

  test('G3 a full disk: a part is refused, nothing is confirmed that is not kept, and it goes on when there is room', async ({
    skip,
  }) => {
    const disk = await smallDisk(4);
    if (disk === null) return skip('only a user who may mount can have a small disk');
    closers.push(disk.remove);
    const gatewayThere = await startTestGateway({ dataDir: disk.folder, limits: { diskReserve: 0 } });
    closers.push(gatewayThere.close);
    const carol = await signIn(gatewayThere);
    const [leave, bytes] = [await requestPermit(carol), randomBytes(6 * partSize)];
    const giveBack = await fill(disk.folder);
    expect(await ossOutcome(ossClientOf(leave).put(leave.key, bytes))).toBe('ServiceUnavailable');
    expect(await ossOutcome(inParts(leave, bytes))).toBe('ServiceUnavailable');
    expect((await fetched(leave)).status).toBe(404);
    await giveBack();
    await inParts(leave, bytes);
    expect((await fetched(leave)).body.equals(bytes)).toBe(true);
  });

  test('T10 a call that never ends is cut; a part of a file may come slowly, and is cut when nothing comes', async () => {
    const callTimeout = scaledTimeout(1_000);
    const fileIdleTimeout = scaledTimeout(4_000);
    const hasty = await startTestGateway({ limits: { callTimeout, fileIdleTimeout, diskReserve: 0 } });
    closers.push(hasty.close);
    const carol = await signIn(hasty);
    const { token } = carol.tokens;
    const leave = await requestPermit(carol);
    /** Sends a byte at each of these moments; returns the answer's status, or null when the connection is cut. */
    const send = (path: string, headers: Record<string, string | number>, pauses: number[], length: number) =>
      new Promise<number | null>((resolve) => {
        const { hostname: host, port } = new URL(hasty.url);
        const request = httpRequest(
          {
            host,
            port,
            path,
            method: path.startsWith('/files') ? 'PUT' : 'POST',
            headers: { ...headers, 'content-length': length },
            agent: false,
          },
          (answer) => {
            answer.resume().on('end', () => resolve(answer.statusCode!));
          },
        ).on('error', () => resolve(null));
        request.flushHeaders();
        void (async () => {
          for (const pause of pauses) {
            await sleep(pause);
            request.write('x');
          }
        })();
      });
    expect(
      await send(
        '/gateway/user/privacy',
        { 'content-type': 'application/x-protobuf', token },
        Array<number>(5).fill(callTimeout / 3),
        10,
      ),
    ).toBeNull();
    expect(await send(pathOf(leave), signed(leave, 'PUT'), [], 5)).toBeNull();
    // Together they last longer than a call may.
    expect(await send(pathOf(leave), signed(leave, 'PUT'), Array<number>(5).fill(callTimeout / 4), 5)).toBe(200);
  });

  test('G3 room is left for the database', async () => {
    const modest = await startTestGateway({ limits: { diskReserve: Number.MAX_SAFE_INTEGER } });
    closers.push(modest.close);
    const leave = await requestPermit(await signIn(modest));
    expect(await ossOutcome(ossClientOf(leave).put(leave.key, Buffer.from('x')))).toBe('ServiceUnavailable');
  });

  test('G3 a database that takes nothing: the store takes nothing either, gives what it has, and lives', async () => {
    const alone = await startTestGateway();
    closers.push(alone.close);
    const carol = await signIn(alone);
    const [before, leave] = [await requestPermit(carol), await requestPermit(carol)];
    await ossClientOf(before).put(before.key, Buffer.from('before'));
    const name = new URL(alone.databaseUrl).pathname.slice(1);
    await query(alone, `alter database ${name} set default_transaction_read_only = on`);
    await query(
      alone,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    expect(await ossOutcome(ossClientOf(leave).put(leave.key, Buffer.from('x')))).toBe('ServiceUnavailable');
    expect((await fetched(leave)).status).toBe(404);
    expect((await fetched(before)).body.toString()).toBe('before');
  });
});
