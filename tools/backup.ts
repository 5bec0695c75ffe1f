// What `npm run export` and `npm run import` share: the folder given, and how a failure is told.
import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../gateway/src/config.ts';

/** Runs with the folder that the command names. */
export async function withFolder(command: string, work: (folder: string, config: Config) => Promise<void>) {
  try {
    const { positionals } = parseArgs({ allowPositionals: true });
    if (positionals.length !== 1) throw new Error(`Usage: npm run ${command} -- FOLDER`);
    await work(positionals[0]!, readConfig(process.env));
  } catch (error) {
    console.error(`amber: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
