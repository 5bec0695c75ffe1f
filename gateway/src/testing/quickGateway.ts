// A gateway as a separate process for tests of several ones: it gives up dead ones sooner, and pushes to this machine.
import { createLog } from '../core/log.ts';
import { createGateway } from '../server.ts';

const gateway = await createGateway({
  host: '127.0.0.1',
  port: 0,
  dataDir: process.env.AMBER_DATA!,
  databaseUrl: process.env.DATABASE_URL!,
  log: createLog('error'),
  sms: { name: 'none', send: async () => undefined },
  pushLoopback: true,
  limits: { leaseFor: 1_200, pushPollEvery: 200, pushDelay: 20 },
});
console.log(`Amber is ready: ${gateway.url.replace('127.0.0.1', 'localhost')}/chat/`);
process.on('SIGTERM', () => void gateway.close().then(() => process.exit(0)));
