// The folder in which the tour's team works: its commands are printed, and run as the team would run them.
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { run } from '../run.ts';

export interface TourFolder {
  /** Runs this command and returns its output. @throws Error with the output when it fails, unless that is the point. */
  run(command: string, options?: { fails: boolean }): Promise<string>;
  /** The commands after this one run in the folder of the remote. */
  enter(name: string): void;
  /** Changes a file of the remote. */
  edit(file: string, from: string, to: string): void;
  remove(): Promise<void>;
}

const [shell, flag] = process.platform === 'win32' ? (['cmd', '/c'] as const) : (['sh', '-c'] as const);

/** npx installs what it runs into a folder of npm's cache, and keeps it. */
function removeFromNpxCache(cache: string, address: string): void {
  for (const manifest of globSync('_npx/*/package.json', { cwd: cache }).map((file) => join(cache, file)))
    if (readFileSync(manifest, 'utf8').includes(address)) rmSync(dirname(manifest), { recursive: true, force: true });
}

interface TourFolderOptions {
  /** The address of the kit. */
  kit: string;
  deployToken: string;
  print(line: string): void;
}

export function createTourFolder({ kit, deployToken, print }: TourFolderOptions): TourFolder {
  const empty = mkdtempSync(join(tmpdir(), 'amber-tour-'));
  let folder = empty;
  // The team has Node 24, as this process does.
  const env = {
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
    NO_COLOR: '1',
    AMBER_DEPLOY_TOKEN: deployToken,
  };
  // Commands run in a shell, because that is where a team types them.
  const runInShell = (command: string, cwd: string) => run(shell, [flag, command], { cwd, env, quiet: true });
  return {
    async run(command, { fails } = { fails: false }) {
      print(`$ ${command}`);
      const { status, output } = await runInShell(command, folder);
      if ((status !== 0) !== fails) throw new Error(`${command} ended with the status ${status}:\n${output}`);
      return output;
    },
    enter(name) {
      folder = join(empty, name);
    },
    edit(file, from, to) {
      print(`  ${file}: ${from} → ${to}`);
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
      writeFileSync(path, text.replace(from, to));
    },
    async remove() {
      rmSync(empty, { recursive: true, force: true });
      const { output: cache } = await runInShell('npm config get cache', tmpdir());
      removeFromNpxCache(cache.trim(), kit);
    },
  };
}
