// `npm run export -- FOLDER`: writes a backup of the gateway's data; see docs/operations.md.
import { resolve } from 'node:path';
import { exportBackup } from '../gateway/src/backup/exportBackup.ts';
import { withFolder } from './backup.ts';
import { printStatus, elapsedSince } from './run.ts';

const start = Date.now();
await withFolder('export', async (folder, config) => {
  const bucket = (config.aliyun && 'OSS_BUCKET') ?? (config.s3 && 'S3_BUCKET');
  await exportBackup(resolve(folder), { ...config, withoutFiles: bucket !== undefined, say: printStatus });
  if (bucket !== undefined) printStatus(`files lie in the bucket of ${bucket}: they are not part of it`);
  printStatus(
    `the backup is whole: ${resolve(folder)} (${elapsedSince(start)}). It holds the keys of this server: keep it as safe`,
  );
});
