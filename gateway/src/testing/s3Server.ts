// An S3 server for tests, with one bucket on the disk; it can be stopped and started again.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '../files/ownStore/bucketClient.ts';
import { temporaryFolder } from './gateway.ts';

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

export async function startS3Server() {
  const folder = await temporaryFolder();
  const bucket = 'amber';
  let port = 0;
  const createServer = () =>
    new S3rver({ address: '127.0.0.1', port, silent: true, directory: folder, configureBuckets: [{ name: bucket }] });
  let server = createServer();
  ({ port } = await server.run());
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  return {
    settings,
    stop: () => server.close(),
    /** Starts it again with the same objects, at the same address. */
    async restart(): Promise<void> {
      server = createServer();
      await server.run();
    },
    /** The number of objects in the bucket. */
    async count(): Promise<number> {
      const files = await readdir(join(folder, bucket), { recursive: true });
      return files.filter((file) => file.endsWith('._S3rver_object')).length;
    },
    async close(): Promise<void> {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
