// The common part of `npm run export` and `npm run import`: the folder argument, error output, and the handling of
// Ctrl+C.
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../gateway/src/config.ts';

/** A shell expects this exit code of a program that a signal ended. */
const exitCodeOf = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => 128 + constants.signals[signal];

/**
 * Runs `work` with the folder from the command line. A signal aborts it at the next step, so that its database is
 * stopped.
 */
export async function withFolder(
  command: string,
  work: (folder: string, config: Config & { signal: AbortSignal }) => Promise<void>,
) {
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      process.exitCode = exitCodeOf(name);
      interruption.abort(new Error('Stopped. The same command goes on where this one ended'));
    });
  try {
    const { positionals } = parseArgs({ allowPositionals: true });
    if (positionals.length !== 1) throw new Error(`Usage: npm run ${command} -- FOLDER`);
    await work(positionals[0]!, { ...readConfig(process.env), signal: interruption.signal });
  } catch (error) {
    console.error(`amber: ${(error as Error).message}`);
    process.exitCode ||= 1;
  }
}
