// `npm run export -- FOLDER`: writes a backup of the gateway's data; see docs/operations.md.
import { resolve } from 'node:path';
import { exportBackup } from '../gateway/src/backup/exportBackup.ts';
import { withFolder } from './backup.ts';
import { say, seconds } from './run.ts';

const start = Date.now();
await withFolder('export', async (folder, config) => {
  await exportBackup(resolve(folder), { ...config, withoutFiles: config.aliyun !== undefined, say });
  if (config.aliyun) say('files lie in the bucket of OSS_BUCKET: they are not part of it');
  say(`the backup is whole: ${resolve(folder)} (${seconds(start)}). It holds the keys of this server: keep it as safe`);
});
