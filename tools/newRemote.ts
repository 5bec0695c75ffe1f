// `npm run new:remote NAME`: a new remote, copied from the template.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, say } from './run.ts';

const name = /^[a-z][a-z0-9]{1,11}$/;
const source = 'template';

/** Not copied: the output of builds and installs. */
const made = new Set(['dist', 'node_modules']);

/** @throws Error that says what is wrong with the name. */
function check(wanted: string, at: string): void {
  if (!name.test(wanted)) {
    throw new Error(
      `A remote's name has 2 to 12 small letters and digits and begins with a letter, such as "polls"; "${wanted}" has not`,
    );
  }
  if (existsSync(join(at, 'remotes', wanted))) throw new Error(`remotes/${wanted} exists already; choose another name`);
}

/** The template's name, in the middle and at the beginning of a sentence, becomes the remote's. */
const renamed = (text: string, to: string): string =>
  text.replaceAll('template', to).replaceAll('Template', to[0]!.toUpperCase() + to.slice(1));

function packageOf(text: string, to: string): string {
  const manifest = JSON.parse(text) as { amber: { template?: boolean } };
  delete manifest.amber.template;
  return `${renamed(JSON.stringify(manifest, null, 2), to)}\n`;
}

/**
 * Makes `remotes/<wanted>` below `at`.
 * @throws Error with a sentence, before anything is written.
 */
export function newRemote(wanted: string, at = root): string {
  check(wanted, at);
  const folder = join(at, 'remotes', wanted);
  cpSync(join(at, 'remotes', source), folder, { recursive: true, filter: (path) => !made.has(basename(path)) });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, entry.name === 'package.json' ? packageOf(text, wanted) : renamed(text, wanted));
    renameSync(file, join(entry.parentPath, renamed(entry.name, wanted)));
  }
  return folder;
}

const steps = (made: string) => `remotes/${made} is there. What is left to do:
  1. npm install                        so that npm knows it
  2. remotes/${made}/amber-remote.json     its titles, paths, icon and badge: nothing else names it
  3. npm run dev, and in another shell  npm run dev -w remotes/${made}
  4. npx vitest run --project ${made}      its own tests; npm run check for its types and lint
  5. an operator makes a token for it on /chat/admin, and npm run release -w remotes/${made} ships it`;

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  try {
    const wanted = process.argv[2] ?? '';
    newRemote(wanted);
    say(steps(wanted));
  } catch (error) {
    console.error(`amber: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
