// Finds the remote that a command refers to: the one in whose folder npm runs it.
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CliError } from './cliError.ts';

export interface RemotePackage {
  /** The remote's name in the registry. */
  remote: string;
  version: string;
  folder: string;
  /** How its team calls the command: `npm run release -w remotes/chat`. */
  command: string;
  /** Its folder as its team writes it before a file's name: `remotes/chat/`. */
  prefix: string;
}

/** What differs between a remote of this repository and one in a folder of its own. */
export interface ReleaseContext {
  /** The command for the remote in this folder, and the folder as its team writes it. */
  describeCommand(folder: string): Pick<RemotePackage, 'command' | 'prefix'>;
  /** The sentence for the team when no remote is found. */
  notFoundMessage: string;
  /** Generates the sources that a build of the remote needs. */
  generate(folder: string): Promise<void>;
}

interface PackageJson {
  name?: string;
  version?: string;
  amber?: { template?: boolean };
}

const namePrefix = '@amber/remote-';

/** @throws CliError when there is no remote in this folder. */
export function readRemotePackage(
  { describeCommand, notFoundMessage }: ReleaseContext,
  file = process.env['npm_package_json'],
): RemotePackage {
  const {
    name = '',
    version = '',
    amber,
  }: PackageJson = file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PackageJson) : {};
  if (!file || !name.startsWith(namePrefix)) throw new CliError(notFoundMessage);
  if (amber?.template)
    throw new CliError('The template is never released. Make a remote of it: npm run new:remote NAME');
  const folder = dirname(file);
  return { remote: name.slice(namePrefix.length), version, folder, ...describeCommand(folder) };
}
