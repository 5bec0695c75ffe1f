// A child process that answers one message at a time, with limits on time, memory and concurrency.
// Its limits count per gateway, because the process uses this machine's processor and memory.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { createConcurrencyLimit } from './concurrencyLimit.ts';

/** The process gets none of the gateway's secrets. Windows cannot start a program without SystemRoot. */
const environment = { SystemRoot: process.env.SystemRoot };
/** Milliseconds that an unused process stays alive, because the next message often follows soon. */
const idleFor = 30_000;

/** Starts a program of this gateway that answers messages, see answerMessages.ts, with these options of Node. */
export const startProgram = (program: string, execArgv: string[] = []): ChildProcess =>
  fork(program, { serialization: 'advanced', execArgv, env: environment, stdio: 'ignore' });

interface ChildProcessOptions {
  /** What the process does, for the log. */
  purpose: string;
  start(): ChildProcess;
  /** Milliseconds that one answer may take. */
  timeout: number;
  /** How many messages may wait. */
  waitingMax: number;
}

/** `Answer` is what the program sends back. The process starts with the first message. */
export function createChildProcess<Request extends object, Answer>({
  purpose,
  start,
  timeout,
  waitingMax,
}: ChildProcessOptions) {
  const runLimited = createConcurrencyLimit({ count: 1, waitingMax });
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function stop(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  function ensureProcess(): ChildProcess {
    clearTimeout(idle);
    if (child?.connected) return child;
    child = start();
    try {
      setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // Lowering the priority is not allowed everywhere; calls and the process then share the processor equally.
    }
    return child;
  }

  async function askProcess(request: Request, aborted?: AbortSignal): Promise<Answer> {
    aborted?.throwIfAborted();
    const target = ensureProcess();
    const settled = new AbortController();
    const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(timeout), ...(aborted ? [aborted] : [])]);
    try {
      const answered = once(target, 'message', { signal });
      const ended = once(target, 'exit', { signal }).then(() => {
        throw new Error(`the process that ${purpose} ended`);
      });
      target.send(request, (error) => error && settled.abort(error));
      return ((await Promise.race([answered, ended])) as [Answer])[0];
    } catch (error) {
      stop();
      throw error;
    } finally {
      settled.abort();
      idle = setTimeout(stop, idleFor).unref();
    }
  }

  return {
    /**
     * Sends a message and returns the answer. A process that fails, takes too long or is no longer needed is killed.
     * @throws the error that ended the process, a timeout, or the reason of `aborted`; Fault UNAVAILABLE when too many
     * wait
     */
    ask: (request: Request, aborted?: AbortSignal): Promise<Answer> => runLimited(() => askProcess(request, aborted)),
    close: stop,
  };
}
