// A folder outside the repository in which a team makes a remote from the kit that a gateway serves.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { run } from '../../tools/run.ts';

export interface TeamFolder {
  folder: string;
  /** Runs a program in the folder. @throws Error with its output when it fails. */
  run(program: string, ...args: string[]): Promise<string>;
  /** Starts `npm run dev`; resolves to the page's address, and a function that stops the server. */
  startDevServer(): Promise<{ url: string; stop(): Promise<void> }>;
  /** Changes a file of the remote. */
  edit(file: string, from: string, to: string): void;
  remove(): void;
}

/**
 * Fetches the kit, runs its program `new-remote` and installs the packages. The kit is unpacked by hand instead of by
 * npx, which would install all of its dependencies a second time.
 */
export async function createTeamFolder(
  gatewayUrl: string,
  name: string,
  environment: Record<string, string>,
): Promise<TeamFolder> {
  const empty = mkdtempSync(join(tmpdir(), 'amber-team-'));
  const { url } = (await (await fetch(`${gatewayUrl}/chat/kit/`)).json()) as { url: string };
  const archive = join(empty, 'kit.tgz');
  writeFileSync(archive, Buffer.from(await (await fetch(url)).arrayBuffer()));
  // The team's own Node is the one of the tests.
  const env = { PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`, NO_COLOR: '1', ...environment };
  const runIn = async (cwd: string, program: string, args: string[]): Promise<string> => {
    const { status, output } = await run(program, args, { cwd, env, quiet: true });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${output}`);
    return output;
  };
  await runIn(empty, 'tar', ['-xzf', archive]);
  await runIn(empty, process.execPath, ['package/lib/tools/kit/bin/newRemote.js', name, '--kit', url]);
  const folder = join(empty, name);
  await runIn(folder, 'npm', ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']);
  return {
    folder,
    run: (program, ...args) => runIn(folder, program, args),
    async startDevServer() {
      // npm would not forward a signal.
      const child = spawn(process.execPath, [join('node_modules', '.bin', 'amber-dev')], {
        cwd: folder,
        env: { ...process.env, ...env, PORT: '0' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const closed = once(child, 'close');
      for await (const line of createInterface({ input: child.stdout })) {
        const url = /open (http\S+);/.exec(line)?.[1];
        if (!url) continue;
        const stop = async () => {
          child.kill('SIGTERM');
          await closed;
        };
        return { url, stop };
      }
      throw new Error('amber-dev has ended');
    },
    edit(file, from, to) {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
      writeFileSync(path, text.replace(from, to));
    },
    remove: () => rmSync(empty, { recursive: true, force: true }),
  };
}
