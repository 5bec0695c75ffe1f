// The services of files: the file store, uploads, and holds.
import type { AddressOf } from '../core/address.ts';
import { newSecret } from '../core/secret.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import { createAliyunStore, type AliyunSettings } from './aliyunStore.ts';
import { createFileHolds } from './fileHolds.ts';
import { createOwnStore } from './ownStore/ownStore.ts';
import { createUploads } from './uploads.ts';

interface FileOptions {
  /** Aliyun's file store; without it files are stored in `dataDir`. */
  aliyun: AliyunSettings | undefined;
  dataDir: string;
  publicUrl: string | undefined;
  addressOf: AddressOf;
}

export type FileServices = Awaited<ReturnType<typeof createFileServices>>;

/** `objects`, the gateway's own store, is null when Aliyun stores the files. */
export async function createFileServices(
  { db, clock, limits, log, quotas, setting, onSweep }: GatewayBase,
  { aliyun, dataDir, publicUrl, addressOf }: FileOptions,
) {
  const uploads = createUploads({ db, clock, limits, quotas });
  onSweep(uploads.dropOld);
  const objects = aliyun
    ? null
    : await createOwnStore({
        dataDir,
        secret: await setting('uploadSecret', newSecret),
        charge: uploads.charge,
        limits,
        clock,
        addressOf,
        publicUrl,
        log,
      });
  if (objects) onSweep(objects.dropUnfinished);
  const fileStore = aliyun ? createAliyunStore(aliyun, { limits, clock }) : objects!;
  const fileHolds = createFileHolds({ db, clock, limits, fileStore, uploads, quotas });
  onSweep(fileHolds.dropReleased);
  return { uploads, objects, fileStore, fileHolds };
}
