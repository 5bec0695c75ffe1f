// A gateway as its operator runs it: a separate process with a data folder, which can be killed and restarted.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { printedCode, readyOrigin } from '@amber/gateway/testing/consoleOutput';
import { freePort } from '@amber/gateway/testing/freePort';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { prepareDataLocation } from '../../gateway/src/db/postgres/dataLocation.ts';
import { readPostmaster } from '../../gateway/src/db/postgres/postmaster.ts';

export interface GatewayProcess {
  port: number;
  /** Waits for the last code that was sent to this phone. */
  codeFor(phone: string): Promise<string>;
  /** Its database's address, for tests that act as the operator. */
  databaseUrl(): Promise<string>;
  /** Changes its database directly. */
  executeSql(text: string): Promise<void>;
  /** Resets the limit of one code per phone and minute, as if a minute had passed. */
  resetCodeQuota(): Promise<void>;
  /** `kill -9`, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data, with these variables as well. */
  start(extraEnv?: Record<string, string>): Promise<void>;
  /** Whether any of its stored files contains this text. */
  hasStored(text: string): boolean;
  /** Everything it has printed. */
  output(): string;
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

const main = join(import.meta.dirname, '../../gateway/src/main.ts');

/** A file of a running database may disappear meanwhile. */
function fileContains(file: string, text: string): boolean {
  try {
    return readFileSync(file).includes(text);
  } catch {
    return false;
  }
}

/**
 * Polls until the condition returns a value. @throws Error after `within` milliseconds of real time; it names the
 * condition.
 */
export async function waitForValue<T>(
  description: string,
  check: () => T | undefined | false,
  timeout = 150_000,
): Promise<T> {
  const end = Date.now() + scaledTimeout(timeout);
  while (Date.now() < end) {
    const found = check();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`waited ${timeout} ms for ${description}`);
}

export async function startGatewayProcess(env: Record<string, string> = {}): Promise<GatewayProcess> {
  const data = mkdtempSync(join(tmpdir(), 'amber-e2e-'));
  chmodSync(data, 0o755); // the server's own user must have access
  const port = await freePort();
  const codes = new Map<string, string>();
  let printed = '';
  let child: ChildProcess;

  async function start(extraEnv: Record<string, string> = {}): Promise<void> {
    let ready = false;
    let ended = false;
    child = spawn(process.execPath, [main], {
      env: { ...process.env, NODE_ENV: 'test', PORT: String(port), AMBER_DATA: data, ...env, ...extraEnv },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.on('exit', () => {
      ended = true;
    });
    const readOutput = (chunk: Buffer) => {
      printed += chunk;
      for (const line of String(chunk).split('\n')) {
        if (readyOrigin(line) !== undefined) ready = true;
        const sent = printedCode(line);
        if (sent) codes.set(sent.phone, sent.code);
      }
    };
    child.stdout!.on('data', readOutput);
    child.stderr!.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
    await waitForValue(
      'the gateway',
      () => {
        if (ended) throw new Error(`the gateway ended:\n${printed}`);
        return ready;
      },
      300_000,
    );
  }

  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) {
        resolve();
        return;
      }
      child.once('exit', () => resolve());
      child.kill(signal);
    });

  const databaseUrl = async (): Promise<string> => readPostmaster(await prepareDataLocation(data))!.databaseUrl;

  async function executeSql(text: string): Promise<void> {
    const client = new pg.Client({ connectionString: await databaseUrl() });
    await client.connect();
    await client.query(text);
    await client.end();
  }

  await start();
  return {
    port,
    start,
    databaseUrl,
    executeSql,
    hasStored: (text) =>
      readdirSync(data, { recursive: true, withFileTypes: true }).some(
        (file) => file.isFile() && fileContains(join(file.parentPath, file.name), text),
      ),
    output: () => printed,
    kill: () => end('SIGKILL'),
    resetCodeQuota: () => executeSql('delete from sms_quota'),
    async codeFor(phone) {
      const code = await waitForValue(`a code for ${phone}`, () => codes.get(phone));
      codes.delete(phone);
      return code;
    },
    async close() {
      // A killed gateway leaves its database running. The next one adopts it, and stops it together with itself.
      if (child.exitCode !== null || child.signalCode !== null) await start();
      await end('SIGTERM');
      rmSync(data, { recursive: true, force: true });
    },
  };
}
