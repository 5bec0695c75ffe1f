// A gateway for the tour: on a free port, with a data folder that ends with it, and an operator who makes deploy tokens.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { operatorLink, printedCode, readyOrigin } from '../../gateway/src/testing/consoleOutput.ts';
import { connectClient } from '../client.ts';
import { root } from '../run.ts';

export interface TourGateway {
  /** Its address, without a path. */
  url: string;
  /** What an operator does at `/chat/admin/features`. */
  createDeployToken(remote: string): Promise<string>;
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

const operatorPhone = '+441000000009';

/** The prefixes and names of the variables that configure a gateway. */
const configuration =
  /^(?:(?:AMBER|SMS|AI|SPEECH|TTS|OSS|S3|PUSH|NATS|DATABASE|METRICS|LEGAL|SECURITY)_|(?:LOGIN|PUBLIC|SOURCE)_URL$|TRUST_PROXY$|DRAIN_DELAY$|NODE_ENV$|HOST$)/;

/** The tour is the same whatever gateway this machine is configured for. */
const unconfiguredEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !configuration.test(name)));

/** @throws Error when the gateway does not start. */
export async function startTourGateway(): Promise<TourGateway> {
  const data = mkdtempSync(join(tmpdir(), 'amber-tour-data-'));
  chmodSync(data, 0o755); // a database server's own user must have access
  const child = spawn(process.execPath, [join(root, 'gateway', 'src', 'main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...unconfiguredEnvironment(), AMBER_DATA: data, PORT: '0', LOG_LEVEL: 'error' },
  });
  const ended = once(child, 'exit');
  async function close(): Promise<void> {
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
  const codes = new Map<string, string>();
  const ready = Promise.withResolvers<{ url: string; operatorToken: string }>();
  let operatorToken = '';
  createInterface(child.stdout).on('line', (line) => {
    operatorToken = operatorLink(line)?.searchParams.get('operator') ?? operatorToken;
    const url = readyOrigin(line);
    if (url !== undefined) ready.resolve({ url, operatorToken });
    const printed = printedCode(line);
    if (printed) codes.set(printed.phone, printed.code);
  });
  void ended.then(() => ready.reject(new Error('The gateway ended before it was ready')));
  try {
    const { url, operatorToken: token } = await ready.promise;
    const operator = await connectClient(url, codes, operatorPhone);
    await operator.call('operator.claim', { token });
    return {
      url,
      close,
      createDeployToken: async (remote) =>
        (await operator.call('rollout.createToken', { remote, name: `${remote}-team` })).deployToken,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
