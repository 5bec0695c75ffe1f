// A bare Debian on which an image can be based, and the programs that build one.
import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findOnPath, installDebianPackage } from '../debianPackage.ts';

/** The names of Debian's packages, which are also those of their programs. */
const packages = ['buildah', 'debootstrap'];

/** Whether containers can be built and file systems mounted here; installs what is missing. */
export async function canDeploy(): Promise<boolean> {
  for (const name of packages) if (!findOnPath(name)) await installDebianPackage(name);
  return process.getuid?.() === 0 && packages.every(findOnPath);
}

/** Runs a program to its end. @throws Error with its output when it fails. */
export function runProgram(program: string, args: readonly string[], options: SpawnSyncOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    ...options,
  }) as { status: number | null; stdout: string; stderr: string; error?: Error };
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? ''}\n${stdout}${stderr}`);
  return stdout.trim();
}

/** The certificates that programs of this machine trust in addition to their own, such as those of a proxy. */
export const extraCertificates = process.env['NODE_EXTRA_CA_CERTS'];

/**
 * Creates a folder with a minimal Debian 12, Node 24 with npm, and a user `node` with the id 1000: the same as in Node's
 * official image, which needs a registry of images.
 */
export function createBase(root: string): void {
  runProgram('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', root]);
  cpSync(process.execPath, join(root, 'usr/local/bin/node'));
  const npmCli = realpathSync(findOnPath('npm')!);
  mkdirSync(join(root, 'usr/local/lib/node_modules'), { recursive: true });
  cpSync(dirname(dirname(npmCli)), join(root, 'usr/local/lib/node_modules/npm'), {
    recursive: true,
    dereference: true,
  });
  const npm = join(root, 'usr/local/bin/npm');
  writeFileSync(npm, '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n');
  chmodSync(npm, 0o755);
  runProgram('chroot', [root, 'useradd', '--uid', '1000', '--create-home', 'node']);
  if (extraCertificates && existsSync(extraCertificates))
    cpSync(extraCertificates, join(root, 'etc/ssl/certs/extra.crt'));
}
