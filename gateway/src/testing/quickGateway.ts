// A gateway as a separate process for tests of several ones: it gives up dead ones sooner, and pushes to this machine.
import { readConfig } from '../config.ts';
import { createLog } from '../core/log.ts';
import { createNatsBus } from '../core/natsBus.ts';
import { createGateway } from '../server.ts';

const { nats, ...options } = readConfig(process.env);
const log = createLog('error');
const bus = nats && createNatsBus(nats, { log });
const gateway = await createGateway({
  ...options,
  ...(bus && { bus }),
  log,
  pushLoopback: true,
  limits: {
    leaseFor: 1_200,
    sweepEvery: 500,
    idleTransactionTimeout: 1_500,
    pushPollEvery: 200,
    pushDelay: 20,
  },
});
console.log(`Amber is ready: ${gateway.url.replace('127.0.0.1', 'localhost')}/chat/`);
process.on(
  'SIGTERM',
  () =>
    void gateway
      .close()
      .then(() => bus?.close())
      .then(() => process.exit(0)),
);
