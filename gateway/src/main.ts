// Starts a gateway from the environment: `node gateway/src/main.ts`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, type Config } from './config.ts';
import { createLog } from './core/log.ts';
import { createNatsBus } from './core/natsBus.ts';
import { createGateway, type Gateway } from './server.ts';

const root = join(import.meta.dirname, '../..');
// `npm run dev` builds into a separate folder.
const flag = '--builds=';
const builds = process.argv.find((word) => word.startsWith(flag))?.slice(flag.length) ?? root;
const shellDir = join(builds, 'shell/dist');
const remotesDir = join(builds, 'remotes');

const print = (sentence: string) => console.log(sentence);

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function start(config: Config): Promise<Gateway> {
  print(config.databaseUrl ? 'Using the database of DATABASE_URL' : `Data folder: ${config.dataDir}`);
  if (!existsSync(join(shellDir, 'index.html')))
    print('The pages are not built yet (npm run build): serving calls only');
  const { nats, ...options } = config;
  const log = createLog(config.logLevel);
  if (nats && !config.aliyun && !config.s3)
    log.warn('files are stored in AMBER_DATA, which serves this gateway only: set S3_BUCKET or OSS_BUCKET');
  const bus = nats && createNatsBus(nats, { log });
  try {
    const gateway = await createGateway({ ...options, ...(bus && { bus }), log, shellDir, remotesDir, say: print });
    return {
      ...gateway,
      async close() {
        await gateway.close();
        await bus?.close();
      },
    };
  } catch (error) {
    await bus?.close();
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${config.port} is taken by another program. Stop it, or choose another: PORT=${config.port + 1} npm start`,
      { cause: error },
    );
  }
}

/** The URL for a browser on this machine. */
function browserUrl(config: Config, { url }: Gateway): string {
  if (config.publicUrl) return `${config.publicUrl.replace(/\/$/, '')}/chat/`;
  const { port, hostname } = new URL(url);
  const host = ['127.0.0.1', '0.0.0.0', '[::1]', '[::]'].includes(hostname) ? 'localhost' : hostname;
  return `http://${host}:${port || 80}/chat/`;
}

/**
 * One Ctrl+C arrives several times: from the terminal, and from each program that started this one and forwards it. In
 * milliseconds.
 */
const repeatedSignalWindow = 1_000;

/**
 * Ctrl+C or SIGTERM stops everything in order, also a gateway that is still starting. SIGTERM lets devices and calls move
 * to other gateways before. A second Ctrl+C, or one after SIGTERM, does not wait for calls and connections any more.
 */
function stopOnSignals(starting: Promise<Gateway>): void {
  let gateway: Gateway | undefined;
  let stoppingSince: number | undefined;
  starting.then(
    (started) => {
      gateway = started;
    },
    () => undefined,
  );
  const stop = (drain?: 'drain') => {
    if (stoppingSince !== undefined) return;
    stoppingSince = performance.now();
    print('Stopping (press Ctrl+C again to stop at once)');
    starting
      .then(async (started) => {
        if (drain) await started.drain();
        await started.close();
      })
      .then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', () => stop('drain'));
  process.on('SIGINT', () => {
    if (stoppingSince === undefined) stop();
    else if (performance.now() - stoppingSince >= repeatedSignalWindow) {
      gateway?.stopDatabase();
      process.exit(1);
    }
  });
}

/** The path of the first operator's link. By invitation it leads through the sign-in, with a code. */
function operatorPath(token: string, inviteId: string | undefined): string {
  const path = `admin?operator=${token}`;
  return inviteId === undefined ? path : `login?${new URLSearchParams({ inviteId, redirect_url: `/${path}` })}`;
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const starting = start(config);
  stopOnSignals(starting);
  const gateway = await starting;
  if (gateway.metricsUrl !== undefined) print(`Metrics: ${gateway.metricsUrl}`);
  if (gateway.operatorToken !== undefined)
    print(
      `There is no operator yet. Whoever signs in at this link becomes the operator; it works once, for 24 hours: ${browserUrl(config, gateway)}${operatorPath(gateway.operatorToken, gateway.operatorInvitation)}`,
    );
  print(`Amber is ready: ${browserUrl(config, gateway)}`);
}

await main().catch(fail);
