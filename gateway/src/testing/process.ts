// A gateway as a separate process, for tests that start and kill it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface GatewayProcess {
  url: string;
  /** Its output, from both streams. */
  lines: string[];
  lastCode(phone: string): string;
  /** Resolves with the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

const main = join(import.meta.dirname, '../main.ts');

/** Runs main.ts until it exits, or until `isDone` accepts the output. */
export async function runMain(environment: Record<string, string>, isDone: (line: string) => boolean = () => false) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', ...environment },
  });
  const lines: string[] = [];
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => resolve(code));
  });
  await new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        lines.push(line);
        if (isDone(line)) resolve();
      });
    }
    void ended.then(() => resolve());
  });
  return { child, lines, ended };
}

/** @throws Error with its output when it exits before it is ready. */
export async function startProcess(environment: Record<string, string>): Promise<GatewayProcess> {
  const { child, lines, ended } = await runMain(environment, (line) => line.startsWith('Amber is ready'));
  const port = /ready: http:\/\/localhost:(\d+)\/chat\/$/.exec(lines.at(-1) ?? '')?.[1];
  if (!port) throw new Error(lines.join('\n'));
  return {
    url: `http://127.0.0.1:${port}`,
    lines,
    lastCode(phone) {
      const line = lines.findLast((one) => one.startsWith('{') && one.includes(`"${phone}"`));
      if (line === undefined) throw new Error(`No code was printed for ${phone}`);
      return (JSON.parse(line) as { code: string }).code;
    },
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}
