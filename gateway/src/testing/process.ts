// A gateway as a separate process, for tests that start and kill it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { printedCode, readyOrigin } from './consoleOutput.ts';
import { scaledTimeout } from './machine.ts';

export interface GatewayProcess {
  url: string;
  /** Its output, from both streams. */
  lines: string[];
  /**
   * The last code that was printed for this phone. It waits, because a response may arrive before the process prints
   * the code.
   */
  lastCode(phone: string): Promise<string>;
  /** Sends a signal; resolves with the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  /** Stops it without ending it, until it is continued. */
  pause(): void;
  continue(): void;
  /** Sends SIGINT to every process that was started, as Ctrl+C does in a terminal. */
  pressCtrlC(): void;
  /** Resolves with the exit code when it has exited. */
  ended: Promise<number | null>;
}

const main = join(import.meta.dirname, '../main.ts');
const quick = join(import.meta.dirname, 'quickGateway.ts');
/** The script that `npm start` runs; it appends the command to the folder of the commands. */
const bootstrap = join(import.meta.dirname, '../../../tools/bootstrap.mjs');
const mainAsCommand = '../gateway/src/main';

interface RunOptions {
  /** Whether to start it like `npm start`: by a program that forwards signals. */
  byBootstrap?: boolean;
  /** Whether it is `quickGateway.ts` instead of `main.ts`. */
  isQuick?: boolean;
  /** The folder of the builds that it serves, instead of those of this repository. */
  builds?: string | undefined;
}

/** Runs a gateway until it exits, or until `isDone` accepts the output. */
export async function runMain(
  environment: Record<string, string>,
  isDone: (line: string) => boolean = () => false,
  { byBootstrap = false, isQuick = false, builds }: RunOptions = {},
) {
  const script = byBootstrap ? [bootstrap, mainAsCommand] : [isQuick ? quick : main];
  const child = spawn(process.execPath, [...script, ...(builds === undefined ? [] : [`--builds=${builds}`])], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', ...environment },
    detached: byBootstrap,
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

/** Starts a gateway and waits until it is ready. @throws Error with its output when it exits before that. */
export async function startProcess(environment: Record<string, string>, options?: RunOptions): Promise<GatewayProcess> {
  const { child, lines, ended } = await runMain(environment, (line) => readyOrigin(line) !== undefined, options);
  const origin = readyOrigin(lines.at(-1) ?? '');
  if (origin === undefined) throw new Error(lines.join('\n'));
  return {
    url: `http://127.0.0.1:${new URL(origin).port}`,
    lines,
    async lastCode(phone) {
      const end = Date.now() + scaledTimeout(30_000);
      for (;;) {
        const printed = lines.map(printedCode).findLast((one) => one?.phone === phone);
        if (printed) return printed.code;
        if (Date.now() > end) throw new Error(`No code was printed for ${phone}`);
        await sleep(20);
      }
    },
    ended,
    pause: () => void child.kill('SIGSTOP'),
    continue: () => void child.kill('SIGCONT'),
    pressCtrlC: () => void process.kill(-child.pid!, 'SIGINT'),
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}
