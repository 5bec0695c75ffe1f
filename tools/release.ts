// `npm run release -w remotes/NAME [-- COMMAND]`: releases a remote of this repository.
import { relative } from 'node:path';
import { generate } from './build.ts';
import { releaseCommand } from './releasing/releaseCommand.ts';
import { root } from './run.ts';

await releaseCommand({
  describeCommand(folder) {
    const workspace = relative(root, folder);
    return { command: `npm run release -w ${workspace}`, prefix: `${workspace}/` };
  },
  notFoundMessage: 'Say which remote, by its folder: npm run release -w remotes/chat',
  generate,
});
