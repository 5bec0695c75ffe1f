// Two gateways on one database and one bucket.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { limits as usual } from '@amber/proto/limits';
import type OSS from 'ali-oss';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../db/store.ts';
import { apiOf, signIn, type Person } from '../../testing/client.ts';
import { query, startTestGateway, temporaryFolder, type TestGateway } from '../../testing/gateway.ts';
import { plain } from '../../testing/pictures.ts';
import { findFullScans, recordStatements } from '../../testing/plans.ts';
import { type S3Server, startS3Server } from '../../testing/s3Server.ts';
import {
  fileUrlOf,
  ossClientOf,
  ossOutcome,
  partSize,
  requestPermit,
  type UploadPermit,
} from '../../testing/uploads.ts';
import { createObjectBucket, lockSubject } from './bucket.ts';
import { createBucketClient } from './bucketClient.ts';

const partsMax = 4;
const sealedFileMax = partsMax * partSize;

let s3: S3Server;
let a: TestGateway;
let b: TestGateway;
let alice: Person;
let late = 0;

beforeAll(async () => {
  s3 = await startS3Server();
  const options = { s3: s3.settings, clock: () => Date.now() + late, limits: { sealedFileMax } };
  a = await startTestGateway(options);
  b = await startTestGateway({ ...options, databaseUrl: a.databaseUrl });
  alice = await signIn(a);
});
afterAll(async () => {
  for (const one of [b, a, s3]) await one.close();
});

const at = ({ url }: TestGateway, { key, setting }: UploadPermit): UploadPermit => ({
  key,
  setting: { ...setting, domain: url },
});

async function download(permit: UploadPermit, range?: string) {
  const answer = await fetch(fileUrlOf(permit), { headers: range === undefined ? {} : { range } });
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
}

/** Exported by the library, but missing from its types. */
type PartUploader = OSS & {
  uploadPart(
    key: string,
    uploadId: string,
    number: number,
    file: Buffer,
    start: number,
    end: number,
  ): Promise<{ etag: string }>;
};
async function uploadPart(permit: UploadPermit, uploadId: string, number: number, bytes: Buffer) {
  const client = ossClientOf(permit) as PartUploader;
  const { etag } = await client.uploadPart(permit.key, uploadId, number, bytes, 0, bytes.length);
  return { number, etag };
}

const storedRows = async ({ key }: UploadPermit) =>
  (
    await query<{ state: string }>(
      a,
      `select state from bucket_part where name like $1 || '/%' order by changed_at, state`,
      [key],
    )
  ).rows.map(({ state }) => state);

describe('R241 two gateways with one bucket', () => {
  test('an upload that begins at one gateway goes on and ends at the other', async () => {
    const permit = await requestPermit(alice);
    const [one, two] = [randomBytes(partSize), randomBytes(10)];
    const { uploadId } = await ossClientOf(at(a, permit)).initMultipartUpload(permit.key);
    const parts = [
      await uploadPart(at(a, permit), uploadId, 1, one),
      await uploadPart(at(b, permit), uploadId, 2, two),
    ];
    expect((await download(at(a, permit))).status).toBe(404);
    await ossClientOf(at(b, permit)).completeMultipartUpload(permit.key, uploadId, parts);
    for (const gateway of [a, b]) {
      expect((await download(at(gateway, permit))).body.equals(Buffer.concat([one, two]))).toBe(true);
      const range = await download(at(gateway, permit), `bytes=${partSize - 3}-${partSize + 1}`);
      expect(range).toEqual({ status: 206, body: Buffer.concat([one.subarray(-3), two.subarray(0, 2)]) });
    }
  });

  test('of gateways that finish the same name at once, exactly one stores its bytes', async () => {
    const permit = await requestPermit(alice);
    const bodies = Array.from({ length: 6 }, () => randomBytes(100));
    const outcomes = await Promise.all(
      bodies.map((bytes, n) => ossOutcome(ossClientOf(at(n % 2 ? a : b, permit)).put(permit.key, bytes))),
    );
    const winner = outcomes.indexOf('SUCCESS');
    expect(outcomes.toSorted()).toEqual([...bodies.slice(1).map(() => 'FileAlreadyExists'), 'SUCCESS']);
    expect((await download(permit)).body.equals(bodies[winner]!)).toBe(true);
    expect((await storedRows(permit)).filter((state) => state === 'stored')).toEqual(['stored']);
  });

  test('an upload that both finish at once is finished once, and both say so', async () => {
    const permit = await requestPermit(alice);
    const { uploadId } = await ossClientOf(permit).initMultipartUpload(permit.key);
    const parts = [await uploadPart(permit, uploadId, 1, Buffer.from('whole'))];
    const finish = (gateway: TestGateway) =>
      ossOutcome(ossClientOf(at(gateway, permit)).completeMultipartUpload(permit.key, uploadId, parts));
    expect(await Promise.all([a, b, a, b].map(finish))).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS']);
    expect((await download(permit)).body.toString()).toBe('whole');
  });

  test('parts that both receive at once exceed the size of a file nowhere; the same part twice is one', async () => {
    const permit = await requestPermit(alice);
    const { uploadId } = await ossClientOf(permit).initMultipartUpload(permit.key);
    const upload = (number: number) =>
      ossOutcome(uploadPart(at(number % 2 ? a : b, permit), uploadId, number, randomBytes(partSize)));
    const outcomes = await Promise.all(Array.from({ length: partsMax + 2 }, (_, n) => upload(n + 1)));
    expect(outcomes.toSorted()).toEqual([
      ...Array.from({ length: 2 }, () => 'EntityTooLarge'),
      ...Array.from({ length: partsMax }, () => 'SUCCESS'),
    ]);
    const stored = outcomes.indexOf('SUCCESS') + 1;
    await Promise.all(
      [a, b].map((gateway) => uploadPart(at(gateway, permit), uploadId, stored, randomBytes(partSize))),
    );
    expect((await storedRows(permit)).filter((state) => state === 'stored')).toHaveLength(partsMax);
  });

  test('a public picture that both store at once is stored, and both serve it', async () => {
    const picture = await plain(64, 64).png().toBuffer();
    const paths = await Promise.all(
      [a, b].map(async ({ url }) => (await apiOf(url, alice.tokens.token).file.uploadPicture({ picture })).path),
    );
    expect(paths[0]).toBe(paths[1]);
    for (const { url } of [a, b]) {
      const answer = await fetch(`${url}${paths[0]}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
  });
});

test('R241 what is replaced, abandoned or removed leaves the bucket with the sweep', async () => {
  const permit = await requestPermit(alice);
  const { uploadId } = await ossClientOf(permit).initMultipartUpload(permit.key);
  for (const gateway of [a, b]) await uploadPart(at(gateway, permit), uploadId, 1, randomBytes(10));
  expect(await storedRows(permit)).toEqual(['discarded', 'stored']);
  // A gateway died while it wrote a part.
  await query(a, `insert into bucket_part values ($1 || '/x', $2, 9, 5, null, 'writing', $3)`, [
    permit.key,
    uploadId,
    Date.now(),
  ]);
  await a.sweep();
  expect((await storedRows(permit)).toSorted()).toEqual(['stored', 'writing']);
  late = usual.unfinishedUploadTtl + 60_000;
  await b.sweep();
  expect(await storedRows(permit)).toEqual([]);
  late = 0;
  expect(await ossOutcome(uploadPart(permit, uploadId, 2, randomBytes(10)))).toBe('NoSuchUpload');
});

test('R95 a file that nobody holds any more leaves the bucket', async () => {
  const permit = await requestPermit(alice);
  await a.sweep();
  const before = await s3.count();
  await ossClientOf(permit).put(permit.key, randomBytes(10));
  expect(await s3.count()).toBe(before + 1);
  await alice.api.file.release({ names: [permit.key] });
  late = usual.releasedFileRetention + 60_000;
  await a.sweep();
  late = 0;
  expect((await download(permit)).status).toBe(404);
  expect(await storedRows(permit)).toEqual(['discarded']);
  await b.sweep();
  expect(await storedRows(permit)).toEqual([]);
  expect(await s3.count()).toBeLessThanOrEqual(before);
});

test('T10 many requests for one object leave the connections to the database for others', async () => {
  const store = await openStore({ databaseUrl: a.databaseUrl, poolSize: 2 });
  const client = await createBucketClient(s3.settings, usual);
  const storage = createObjectBucket({ ...store, clock: Date.now, client });
  const key = 'chat/busy';
  const other = new pg.Client({ connectionString: a.databaseUrl });
  await other.connect();
  await other.query('select pg_advisory_lock(hashtextextended($1, $2))', [key, lockSubject]);
  const begun = Array.from({ length: 20 }, () => storage.begin(key));
  expect(await storage.find('chat/another')).toBeNull();
  await other.end();
  expect(new Set(await Promise.all(begun)).size).toBe(20);
  client.close();
  await store.close();
});

test('R228 no statement about the bucket reads all its files', async () => {
  const { statements, stop } = recordStatements();
  const store = await openStore({ databaseUrl: a.databaseUrl });
  const client = await createBucketClient(s3.settings, usual);
  const storage = createObjectBucket({ ...store, clock: Date.now, client });
  const key = 'chat/planned';
  const part = () => ({ size: 1, most: 2, md5: undefined, body: Readable.from([Buffer.from('x')]) });
  const uploadId = await storage.begin(key);
  for (let n = 0; n < 2; n += 1) await storage.receive(key, uploadId, 1, part());
  await storage.finish(key, uploadId, await storage.parts(key, uploadId));
  await storage.put(key, part());
  await buffer((await storage.find(key))!.read({ from: 0, to: 0 }));
  await storage.abort(key, await storage.begin(key));
  await storage.remove(key);
  await storage.dropUnfinished(0);
  stop();
  client.close();
  await store.close();
  const ours = [...statements.keys()].filter((text) => text.includes('bucket_'));
  expect(ours.length).toBeGreaterThan(10);
  const database = new pg.Client({ connectionString: a.databaseUrl });
  await database.connect();
  expect(await findFullScans(database, ours)).toEqual([]);
  await database.end();
});

test('R241 files of a gateway that stored them on its disk move into the bucket at its start, also in two goes', async () => {
  const dataDir = await temporaryFolder();
  const before = await startTestGateway({ dataDir, limits: { diskReserve: 0 } });
  const carol = await signIn(before);
  const [small, inParts] = [await requestPermit(carol), await requestPermit(carol)];
  const bytes = randomBytes(2 * partSize);
  await ossClientOf(small).put(small.key, Buffer.from('small'));
  await ossClientOf(inParts).multipartUpload(inParts.key, bytes, { partSize });
  await before.close();
  const { databaseUrl } = before;
  await s3.stop();
  await expect(startTestGateway({ dataDir, databaseUrl, s3: s3.settings })).rejects.toThrow(
    'could not be moved into the bucket of S3_BUCKET',
  );
  await s3.restart();
  const said: string[] = [];
  const moved = await startTestGateway({ dataDir, databaseUrl, s3: s3.settings, say: (text) => said.push(text) });
  const other = await startTestGateway({ databaseUrl, s3: s3.settings });
  expect(said).toContain('Moving files from AMBER_DATA into the bucket: 0 of 2');
  expect(await readdir(join(dataDir, 'files/objects'))).toEqual([]);
  expect((await download(at(moved, small))).body.toString()).toBe('small');
  expect((await download(at(other, inParts))).body.equals(bytes)).toBe(true);
  for (const gateway of [other, moved]) await gateway.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('a bucket that fails', () => {
  test('G3 nothing is confirmed, the device is told to try again, and it goes on once the bucket is back', async () => {
    const [stored, permit] = [await requestPermit(alice), await requestPermit(alice)];
    await ossClientOf(stored).put(stored.key, Buffer.from('before'));
    await s3.stop();
    expect(await ossOutcome(ossClientOf(permit).put(permit.key, Buffer.from('x')))).toBe('ServiceUnavailable');
    expect((await download(stored)).status).toBe(503);
    expect((await download(permit)).status).toBe(404);
    await s3.restart();
    expect(await ossOutcome(ossClientOf(permit).put(permit.key, Buffer.from('x')))).toBe('SUCCESS');
    expect((await download(stored)).body.toString()).toBe('before');
  });

  test('a file that the bucket has no more, as after a restore of the database, is not found', async () => {
    const permit = await requestPermit(alice);
    await ossClientOf(permit).put(permit.key, Buffer.from('x'));
    const { rows } = await query<{ name: string }>(a, `select name from bucket_part where name like $1 || '/%'`, [
      permit.key,
    ]);
    const client = await createBucketClient(s3.settings, usual);
    await client.remove(rows[0]!.name);
    client.close();
    expect((await download(permit)).status).toBe(404);
  });

  test('T10 a bucket that answers nothing is given up', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const sockets: Socket[] = [];
    silent.on('connection', (socket) => sockets.push(socket.on('error', () => undefined).resume()));
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const gateway = await startTestGateway({ s3: { ...s3.settings, endpoint }, limits: { bucketTimeout: 200 } });
    const permit = await requestPermit(await signIn(gateway));
    expect(await ossOutcome(ossClientOf(permit).put(permit.key, Buffer.from('x')))).toBe('ServiceUnavailable');
    await gateway.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test('a part that is not what its digest says, or is cut, becomes none', async () => {
    const permit = await requestPermit(alice);
    const headers = { 'Content-MD5': Buffer.alloc(16).toString('base64') };
    expect(await ossOutcome(ossClientOf(permit).put(permit.key, Buffer.from('x'), { headers }))).toBe('InvalidDigest');
    const store = await openStore({ databaseUrl: a.databaseUrl });
    const client = await createBucketClient(s3.settings, usual);
    const storage = createObjectBucket({ ...store, clock: Date.now, client });
    async function* body(end?: Error) {
      yield Buffer.from('12345678');
      if (end) throw end;
    }
    const putOf = (size: number, end?: Error) =>
      storage.put(permit.key, { size, most: size, md5: undefined, body: body(end) });
    await expect(putOf(9, new Error('the connection is gone'))).rejects.toThrow('the connection is gone');
    await expect(putOf(9)).rejects.toMatchObject({ code: 'IncompleteBody' });
    expect((await download(permit)).status).toBe(404);
    expect(await storedRows(permit)).toEqual(['writing', 'writing', 'writing']);
    await storage.dropUnfinished(Date.now() + 60_000);
    expect(await storedRows(permit)).toEqual([]);
    client.close();
    await store.close();
  });
});
