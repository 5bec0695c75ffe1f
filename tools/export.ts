// `npm run export -- FOLDER`: writes a backup of the gateway's data; see docs/operations.md.
import { resolve } from 'node:path';
import { exportBackup } from '../gateway/src/backup/exportBackup.ts';
import { withFolder } from './backup.ts';
import { printStatus, elapsedSince } from './run.ts';

const start = Date.now();
await withFolder('export', async (folder, config) => {
  await exportBackup(resolve(folder), { ...config, withoutFiles: config.aliyun !== undefined, say: printStatus });
  if (config.aliyun) printStatus('files lie in the bucket of OSS_BUCKET: they are not part of it');
  printStatus(
    `the backup is whole: ${resolve(folder)} (${elapsedSince(start)}). It holds the keys of this server: keep it as safe`,
  );
});
