// `npm run release [-- COMMAND]` in a remote's own repository.
import { generateRemoteWords, useGatewayOf } from '../ownRepository.ts';
import { releaseCommand } from '../../releasing/releaseCommand.ts';

useGatewayOf(process.cwd());
await releaseCommand({
  describe: () => ({ command: 'npm run release', prefix: '' }),
  missing: 'Run this in the folder of a remote, with npm: npm run release',
  generate: async (folder) => generateRemoteWords(folder),
});
