// The services of files: the file store, uploads, and holds.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressOf } from '../core/address.ts';
import { newSecret } from '../core/secret.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import { createAliyunStore, type AliyunSettings } from './aliyunStore.ts';
import { createFileHolds } from './fileHolds.ts';
import { createObjectBucket } from './ownStore/bucket.ts';
import { createBucketClient, type S3Settings } from './ownStore/bucketClient.ts';
import { openObjectDisk } from './ownStore/disk.ts';
import { moveToBucket } from './ownStore/moveToBucket.ts';
import type { ObjectStorage } from './ownStore/objectStorage.ts';
import { createOwnStore } from './ownStore/ownStore.ts';
import { bucket } from './ownStore/uploadActions.ts';
import { createUploads } from './uploads.ts';

interface FileOptions {
  /** Aliyun's file store; without it the gateway serves the files. */
  aliyun: AliyunSettings | undefined;
  /** The bucket in which the gateway stores files; without one it stores them in `dataDir`. */
  s3: S3Settings | undefined;
  dataDir: string;
  publicUrl: string | undefined;
  say(sentence: string): void;
  addressOf: AddressOf;
}

export type FileServices = Awaited<ReturnType<typeof createFileServices>>;

/** @throws Error when the data folder cannot be written. */
const openDisk = ({ limits }: GatewayBase, { dataDir }: FileOptions) =>
  openObjectDisk({ folder: join(dataDir, bucket), reserve: limits.diskReserve }).catch(
    (cause: NodeJS.ErrnoException) => {
      throw new Error(
        `The data folder ${dataDir} cannot be written (${cause.code}). Set AMBER_DATA to a folder that can.`,
        { cause },
      );
    },
  );

/** @throws Error with a sentence that says what to do. */
async function openStorage(base: GatewayBase, options: FileOptions): Promise<ObjectStorage> {
  const { s3, dataDir, say } = options;
  if (!s3) return openDisk(base, options);
  const client = await createBucketClient(s3, base.limits);
  base.onClose(client.close);
  const storage = createObjectBucket({ ...base, client });
  // A gateway that has always had a bucket creates no folder.
  if (existsSync(join(dataDir, bucket)))
    await moveToBucket({ disk: await openDisk(base, options), bucket: storage, say });
  return storage;
}

/** `objects`, the gateway's own store, is null when Aliyun stores the files. */
export async function createFileServices(base: GatewayBase, options: FileOptions) {
  const { aliyun } = options;
  const { setting, onSweep } = base;
  const uploads = createUploads(base);
  onSweep(uploads.dropOld);
  const objects = aliyun
    ? null
    : createOwnStore({
        ...base,
        ...options,
        storage: await openStorage(base, options),
        secret: await setting('uploadSecret', newSecret),
        charge: uploads.charge,
      });
  if (objects) onSweep(objects.dropUnfinished);
  const fileStore = aliyun ? createAliyunStore(aliyun, base) : objects!;
  const fileHolds = createFileHolds({ ...base, fileStore, uploads });
  onSweep(fileHolds.dropReleased);
  return { uploads, objects, fileStore, fileHolds };
}
