// `npm run release [-- COMMAND]` in a remote's own repository.
import { generateRemoteWords, setGatewayUrlFrom } from '../ownRepository.ts';
import { releaseCommand } from '../../releasing/releaseCommand.ts';

setGatewayUrlFrom(process.cwd());
await releaseCommand({
  describeCommand: () => ({ command: 'npm run release', prefix: '' }),
  notFoundMessage: 'Run this in the folder of a remote, with npm: npm run release',
  generate: async (folder) => generateRemoteWords(folder),
});
