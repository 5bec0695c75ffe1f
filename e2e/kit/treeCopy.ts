// A copy of this repository for a team: the same sources under git, the same packages, and no build of the host.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from '../../tools/run.ts';

export interface TreeCopy {
  folder: string;
  /** Runs a program in the copy. @throws Error with its output when it fails. */
  run(program: string, args: string[], env?: Record<string, string>): Promise<string>;
  /** The files that have changed since the copy was made, according to git: a path per line. */
  changedFiles(): Promise<string[]>;
  remove(): void;
}

/** Copies the files that git tracks, and the generated ones; our own packages are those of the copy. */
export async function copyTree(): Promise<TreeCopy> {
  const folder = mkdtempSync(join(tmpdir(), 'amber-tree-'));
  const listed = await run('git', ['ls-files', '-co', '--exclude-standard'], { quiet: true });
  const files = listed.output.split('\n').filter((file) => file && existsSync(join(root, file)));
  for (const file of files) cpSync(join(root, file), join(folder, file));
  cpSync(join(root, 'proto', 'gen'), join(folder, 'proto', 'gen'), { recursive: true });
  linkPackages(folder);

  const runThere: TreeCopy['run'] = async (program, args, env = {}) => {
    const { status, output } = await run(program, args, { cwd: folder, env, quiet: true });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${output}`);
    return output;
  };
  const git = (...args: string[]) =>
    runThere('git', ['-c', 'user.name=Tests', '-c', 'user.email=tests@example.org', ...args]);
  await git('init', '-q');
  await git('add', '-A');
  await git('commit', '-q', '-m', 'The tree as it was');
  return {
    folder,
    run: runThere,
    changedFiles: async () =>
      (await git('status', '--porcelain', '-uall'))
        .split('\n')
        .filter(Boolean)
        .map((line) => line.slice(3)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Third-party packages are linked; the repository's own packages lead to the copy. */
function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@amber'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@amber' && name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  const ownPackages = {
    proto: 'proto',
    gateway: 'gateway',
    ...Object.fromEntries(
      readdirSync(join(folder, 'shared')).map((name) => [
        name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        join('shared', name),
      ]),
    ),
  };
  for (const [name, at] of Object.entries(ownPackages)) symlinkSync(join(folder, at), join(modules, '@amber', name));
}
