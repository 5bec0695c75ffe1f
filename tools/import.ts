// `npm run import -- FOLDER`: restores a backup into an empty database; see docs/operations.md.
import { resolve } from 'node:path';
import { importBackup } from '../gateway/src/backup/importBackup.ts';
import { withFolder } from './backup.ts';
import { printStatus, elapsedSince } from './run.ts';

const start = Date.now();
await withFolder('import', async (folder, config) => {
  const { madeAt } = await importBackup(resolve(folder), { ...config, say: printStatus });
  printStatus(`restored as of ${new Date(madeAt).toISOString()} (${elapsedSince(start)}). Start the gateway now`);
});
