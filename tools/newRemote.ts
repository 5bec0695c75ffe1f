// `npm run new:remote NAME`: creates a remote of this repository from the template.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNewRemote, copyTemplate } from './copyTemplate.ts';
import { root, printStatus } from './run.ts';

/**
 * Creates the remote's folder in `remotes/` below `rootFolder`.
 * @throws Error whose message explains the problem; nothing is written then.
 */
export function newRemote(remoteName: string, rootFolder = root): string {
  const folder = join(rootFolder, 'remotes', remoteName);
  checkNewRemote(remoteName, folder, `remotes/${remoteName}`);
  copyTemplate(join(rootFolder, 'remotes', 'template'), folder, remoteName);
  return folder;
}

const nextSteps = (remoteName: string) => `remotes/${remoteName} is there. What is left to do:
  1. npm install                        so that npm knows it
  2. remotes/${remoteName}/amber-remote.json     its titles, paths, icon and badge: nothing else names it
  3. npm run dev, and in another shell  npm run dev -w remotes/${remoteName}
  4. npx vitest run --project ${remoteName}      its own tests; npm run check for its types and lint
  5. an operator makes a token for it on /chat/admin/features, and npm run release -w remotes/${remoteName} ships it`;

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  try {
    const remoteName = process.argv[2] ?? '';
    newRemote(remoteName);
    printStatus(nextSteps(remoteName));
  } catch (error) {
    console.error(`amber: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
