// `npx --yes --package <the kit's URL> new-remote NAME`: creates a remote in a folder of its own.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkNewRemote, copyTemplate } from '../../copyTemplate.ts';
import { printStatus } from '../../run.ts';

const kitFolder = join(import.meta.dirname, '../../../..');

const usage = 'npx --yes --package https://chat.example.org/chat/kit/amber-kit-VERSION.tgz new-remote polls';

interface Lockfile {
  packages?: Record<string, { resolved?: string }>;
}

/** The address from which npm installed this kit. */
function installedFrom(): string | undefined {
  const lockfile = join(kitFolder, '..', '..', '.package-lock.json');
  if (!existsSync(lockfile)) return undefined;
  const { packages = {} } = JSON.parse(readFileSync(lockfile, 'utf8')) as Lockfile;
  return packages['node_modules/@amber/kit']?.resolved;
}

/** The gateway that serves the kit; empty for a kit in a file. */
const gatewayOf = (kitUrl: string): string => (/^https?:/.test(kitUrl) ? new URL(kitUrl).origin : '');

interface PackageJson {
  amber: { gateway: string };
  dependencies: Record<string, string>;
}

function createRemote(name: string, kitUrl: string): void {
  const folder = join(process.cwd(), name);
  checkNewRemote(name, folder, name);
  copyTemplate(join(kitFolder, 'template'), folder, name);
  // npm does not extract a file of this name from a package.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as PackageJson;
  manifest.dependencies['@amber/kit'] = kitUrl;
  manifest.amber.gateway = gatewayOf(kitUrl);
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

const nextSteps = (name: string) => `${name} is there. What is left to do:
  cd ${name}
  npm install          the kit and the tools
  npm test             its tests, with a fake host
  npm run dev          shows it inside a running Amber; each change is on screen at once
  npm run check        its types
  npm run release      ships it, once an operator has made a deploy token for ${name}
README.md says the rest.`;

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { kit: { type: 'string' } } });
  const kitUrl = values.kit ?? installedFrom();
  if (!kitUrl) throw new Error(`Name the address of the kit: new-remote NAME --kit ADDRESS. Or run: ${usage}`);
  const [name = ''] = positionals;
  createRemote(name, kitUrl);
  printStatus(nextSteps(name));
} catch (error) {
  console.error(`amber: ${(error as Error).message}`);
  process.exitCode = 1;
}
