// Finds the remote that a command refers to: the one in whose folder npm runs it.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { root } from '../run.ts';
import { CliError } from './cliError.ts';

export interface RemotePackage {
  /** The remote's name in the registry. */
  remote: string;
  version: string;
  folder: string;
  /** The workspace as passed after `-w`. */
  workspace: string;
}

interface PackageJson {
  name?: string;
  version?: string;
  amber?: { template?: boolean };
}

const prefix = '@amber/remote-';

/** @throws CliError when there is no remote in this folder. */
export function readRemotePackage(file = process.env['npm_package_json']): RemotePackage {
  const {
    name = '',
    version = '',
    amber,
  }: PackageJson = file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PackageJson) : {};
  if (!file || !name.startsWith(prefix)) {
    throw new CliError('Say which remote, by its folder: npm run release -w remotes/chat');
  }
  if (amber?.template)
    throw new CliError('The template is never released. Make a remote of it: npm run new:remote NAME');
  const folder = dirname(file);
  return { remote: name.slice(prefix.length), version, folder, workspace: relative(root, folder) };
}
