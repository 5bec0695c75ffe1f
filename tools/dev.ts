// `npm run dev`: rebuilds on every change, and restarts the gateway when its code or a served file has changed.
import { spawn } from 'node:child_process';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { build, generate, outputPathArgs } from './build.ts';
import { bin, root, printStatus } from './run.ts';
import { catalogueFolders, watchCatalogues } from './words/generate.ts';

process.env['NODE_ENV'] = 'development';
/**
 * Separate from the packages' own `dist`, which tests and `npm start` read, so that development builds do not affect
 * them.
 */
const builds = join(root, 'node_modules', '.cache', 'amber-dev');
await build({ outputRoot: builds });

const folders = ['shell', ...readdirSync(join(root, 'remotes')).map((name) => join('remotes', name))];
const builders = folders.map((folder) =>
  spawn(bin('rspack'), ['build', '--watch', ...outputPathArgs(builds, folder)], {
    cwd: join(root, folder),
    stdio: 'inherit',
  }),
);

const watched = ['gateway/src', 'proto/gen', 'proto/src']
  .map((path) => join(root, path))
  .concat(folders.map((folder) => join(builds, folder, 'dist')));
const gateway = spawn(
  process.execPath,
  [
    ...watched.map((path) => `--watch-path=${path}`),
    '--watch-preserve-output',
    join(root, 'gateway/src/main.ts'),
    `--builds=${builds}`,
  ],
  { stdio: 'inherit' },
);

/**
 * A changed .proto file regenerates proto/gen; builds and gateway follow. Debounced, because editors write a file in
 * several steps.
 */
let debounceTimer: NodeJS.Timeout | undefined;
const protoWatcher = watch(join(root, 'proto'), (_event, file) => {
  if (!file?.endsWith('.proto')) return;
  clearTimeout(debounceTimer);
  debounceTimer = setTimeout(() => generate().catch((error: Error) => printStatus(error.message)), 100);
});

/** The message catalogues are regenerated in the same way. */
const stopWatching = watchCatalogues(catalogueFolders(), printStatus);

const stop = () => {
  protoWatcher.close();
  stopWatching();
  [...builders, gateway].forEach((child) => child.kill('SIGTERM'));
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
