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
export async function createFileServices(base: GatewayBase, { aliyun, ...options }: FileOptions) {
  const { setting, onSweep } = base;
  const uploads = createUploads(base);
  onSweep(uploads.dropOld);
  const objects = aliyun
    ? null
    : await createOwnStore({
        ...base,
        ...options,
        secret: await setting('uploadSecret', newSecret),
        charge: uploads.charge,
      });
  if (objects) onSweep(objects.dropUnfinished);
  const fileStore = aliyun ? createAliyunStore(aliyun, base) : objects!;
  const fileHolds = createFileHolds({ ...base, fileStore, uploads });
  onSweep(fileHolds.dropReleased);
  return { uploads, objects, fileStore, fileHolds };
}
