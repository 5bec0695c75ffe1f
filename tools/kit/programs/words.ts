// Generates a remote's words/gen in its own repository.
import { generateRemoteWords } from '../ownRepository.ts';

try {
  generateRemoteWords(process.cwd());
} catch (error) {
  console.error(`amber: ${(error as Error).message}`);
  process.exitCode = 1;
}
