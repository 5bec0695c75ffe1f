// Three gateways as processes on one PostgreSQL and one NATS server, behind a load balancer, for tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareDataLocation } from '../db/postgres/dataLocation.ts';
import { startEmbeddedPostgres } from '../db/postgres/postgres.ts';
import { readPostmaster } from '../db/postgres/postmaster.ts';
import { startBalancer } from './balancer.ts';
import { createDatabase, temporaryFolder } from './gateway.ts';
import { startLossyBus } from './lossyBus.ts';
import { scaledTimeout } from './machine.ts';
import { startNatsServer } from './natsServer.ts';
import { type GatewayProcess, startProcess } from './process.ts';
import { seededRandom } from './seededRandom.ts';

export type Fleet = Awaited<ReturnType<typeof startFleet>>;

interface FleetOptions {
  size?: number;
  seed?: number;
  /** Whether its processes are `quickGateway.ts` instead of `main.ts`. */
  isQuick?: boolean;
  /** Variables of every gateway. */
  environment?: Record<string, string>;
  /** The address of a database; without it the fleet starts a PostgreSQL of its own, which tests can stop. */
  databaseUrl?: string;
}

/** Reads the codes that gateways print; each is used once, because a person who signs in again gets another one. */
function createCodeReader(gateways: readonly GatewayProcess[]): (phone: string) => Promise<string> {
  const used = new Set<string>();
  return async (phone) => {
    const end = Date.now() + scaledTimeout(30_000);
    while (Date.now() < end) {
      for (const { url, lines } of gateways)
        for (const [at, line] of lines.entries()) {
          if (!line.includes(`"${phone}"`) || used.has(`${url} ${at}`)) continue;
          used.add(`${url} ${at}`);
          return (JSON.parse(line) as { code: string }).code;
        }
      await sleep(20);
    }
    throw new Error(`No code was printed for ${phone}`);
  };
}

const isConnectedToBus = async ({ url }: GatewayProcess): Promise<boolean> =>
  ((await (await fetch(`${url}/gateway/ready`)).json()) as { bus?: string }).bus === 'connected';

/** Starts it, and waits until the balancer uses all its gateways, and they are connected to the bus. */
export async function startFleet({
  size = 3,
  seed = 1,
  isQuick = true,
  environment = {},
  databaseUrl: givenDatabase,
}: FleetOptions = {}) {
  const folder = await temporaryFolder();
  const [nats, balancer, postgres] = await Promise.all([
    startNatsServer(),
    startBalancer(),
    givenDatabase === undefined ? startEmbeddedPostgres({ dataDir: folder, temporary: true }) : undefined,
  ]);
  const bus = await startLossyBus(nats.url, seededRandom(seed));
  const databaseUrl = givenDatabase ?? (await createDatabase(postgres!.databaseUrl));
  const gateways: GatewayProcess[] = [];

  /** Starts one more gateway, which serves the builds of this folder if there is one. */
  async function add(builds?: string): Promise<GatewayProcess> {
    const gateway = await startProcess(
      {
        AMBER_DATA: await mkdtemp(join(folder, 'gateway-')),
        DATABASE_URL: databaseUrl,
        NATS_URL: bus.url,
        ...environment,
      },
      { isQuick, builds },
    );
    gateways.push(gateway);
    balancer.add(gateway.url);
    return gateway;
  }

  /** Ends a gateway; the balancer finds out by itself, because it is told only afterwards. */
  async function remove(gateway: GatewayProcess, signal: NodeJS.Signals): Promise<number | null> {
    const code = await gateway.end(signal);
    balancer.remove(gateway.url);
    gateways.splice(gateways.indexOf(gateway), 1);
    return code;
  }

  /** @throws Error with what the gateways have printed if they do not get ready. */
  async function untilReady(count: number): Promise<void> {
    const end = Date.now() + scaledTimeout(30_000);
    while (balancer.readyCount() < count) {
      if (Date.now() > end) throw new Error(gateways.flatMap(({ lines }) => lines.slice(-5)).join('\n'));
      await sleep(20);
    }
  }

  // The first one creates the tables; the others would wait for it.
  await add();
  await Promise.all(Array.from({ length: size - 1 }, () => add()));
  await untilReady(size);
  for (const gateway of gateways) while (!(await isConnectedToBus(gateway))) await sleep(20);

  return {
    url: balancer.url,
    databaseUrl,
    gateways,
    bus,
    add,
    remove,
    untilReady,
    /** A code that was printed for this phone, and that nobody has used. */
    lastCode: createCodeReader(gateways),
    /** Sends a signal to the database server, which is started again when it ends. */
    async signalDatabase(signal: NodeJS.Signals): Promise<void> {
      process.kill(readPostmaster(await prepareDataLocation(folder))!.pid, signal);
    },
    async close(): Promise<void> {
      await Promise.all([...gateways].map((gateway) => gateway.end('SIGKILL')));
      await balancer.close();
      await bus.close();
      await nats.close();
      await postgres?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
