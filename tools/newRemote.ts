// `npm run new:remote NAME`: creates a remote from the template.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, printStatus } from './run.ts';

const name = /^[a-z][a-z0-9]{1,11}$/;
const source = 'template';

/** The output of builds and installs, which is not copied. */
const outputFolders = new Set(['dist', 'node_modules']);

/** @throws Error that says why the name is invalid. */
function checkName(remoteName: string, rootFolder: string): void {
  if (!name.test(remoteName)) {
    throw new Error(
      `A remote's name has 2 to 12 small letters and digits and begins with a letter, such as "polls"; "${remoteName}" has not`,
    );
  }
  if (existsSync(join(rootFolder, 'remotes', remoteName)))
    throw new Error(`remotes/${remoteName} exists already; choose another name`);
}

/** Replaces the template's name, in the middle and at the beginning of a sentence, by the remote's. */
const replaceTemplateName = (text: string, to: string): string =>
  text.replaceAll('template', to).replaceAll('Template', to[0]!.toUpperCase() + to.slice(1));

function renamedPackageJson(text: string, to: string): string {
  const manifest = JSON.parse(text) as { amber: { template?: boolean } };
  delete manifest.amber.template;
  return `${replaceTemplateName(JSON.stringify(manifest, null, 2), to)}\n`;
}

/**
 * Creates the remote's folder in `remotes/` below `rootFolder`.
 * @throws Error whose message explains the problem; nothing is written then.
 */
export function newRemote(remoteName: string, rootFolder = root): string {
  checkName(remoteName, rootFolder);
  const folder = join(rootFolder, 'remotes', remoteName);
  cpSync(join(rootFolder, 'remotes', source), folder, {
    recursive: true,
    filter: (path) => !outputFolders.has(basename(path)),
  });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      entry.name === 'package.json' ? renamedPackageJson(text, remoteName) : replaceTemplateName(text, remoteName),
    );
    renameSync(file, join(entry.parentPath, replaceTemplateName(entry.name, remoteName)));
  }
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
