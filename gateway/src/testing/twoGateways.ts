// Two gateways on one database and one NATS server, for tests.
import { createNatsBus, type NatsBus } from '../core/natsBus.ts';
import { createLog } from '../core/log.ts';
import { apiOf, type Person } from './client.ts';
import { startTestGateway, type TestGateway } from './gateway.ts';
import { type NatsServer, startNatsServer } from './natsServer.ts';

interface TwoGatewaysOptions extends Omit<NonNullable<Parameters<typeof startTestGateway>[0]>, 'bus' | 'databaseUrl'> {
  /** Replaces the connection of both to the server. */
  connect?: Parameters<typeof createNatsBus>[1]['connect'];
}

export interface TwoGateways {
  nats: NatsServer;
  a: TestGateway;
  b: TestGateway;
  buses: NatsBus[];
  close(): Promise<void>;
}

/** Starts them with these options, and waits until both are connected to the server. */
export async function startTwoGateways({ connect, ...options }: TwoGatewaysOptions = {}): Promise<TwoGateways> {
  const nats = await startNatsServer();
  const log = createLog('silent');
  const createBus = () => createNatsBus(nats.settings, { log, ...(connect && { connect }) });
  const buses = [createBus(), createBus()];
  const a = await startTestGateway({ ...options, bus: buses[0]! });
  const b = await startTestGateway({ ...options, bus: buses[1]!, databaseUrl: a.databaseUrl });
  while (buses.some((bus) => bus.connection() !== 'connected')) await new Promise(setImmediate);
  await Promise.all(buses.map((bus) => bus.flush()));
  return {
    nats,
    a,
    b,
    buses,
    async close() {
      for (const one of [b, a, ...buses]) await one.close();
      await nats.close();
    },
  };
}

/** A person's device, as seen by another gateway of the same database. */
export const movedTo = ({ url }: TestGateway, person: Person): Person => ({
  ...person,
  url,
  api: apiOf(url, person.tokens.token),
});
